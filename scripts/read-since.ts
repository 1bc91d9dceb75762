// `npm run read-since -- <ISO time> [shop]`: reads everything that changed since a moment from the platform and providers, as after a
// restore and before workers are started. It may be run again.
import { loadBundle } from './build-loader.ts';
import { requireProjectNode } from './node-version.ts';
import { startProgram } from './start-program.ts';

requireProjectNode();
if (!('NODE_ENV' in process.env)) Object.assign(process.env, { NODE_ENV: 'production' });
const [given = '', shop] = process.argv.slice(2);
const since = new Date(given);
if (Number.isNaN(since.getTime())) {
  console.error('Say since when: npm run read-since -- <ISO time> [shop], such as 2026-11-27T03:00:00Z');
  process.exit(1);
}
const bundle = await loadBundle();
const program = await startProgram(bundle, { web: false, worker: false });
let said = '';
try {
  const read = await bundle.runtime.readSince(program, {
    since,
    shop: shop ?? process.env.SHOP,
    say: (phase) => {
      if (phase !== said) console.log(`Reading ${phase} …`);
      said = phase;
    },
  });
  const { counts } = read;
  if (read.isStuck) {
    console.error(
      `Reading ${read.phase} failed too often and stopped; the log above says why. Run it again: what was read stays.`,
    );
    process.exitCode = 1;
  }
  console.log(
    `Brought ${counts.orders} orders, ${counts.changedOrders} changed orders, ${counts.refunds} refunds, ${counts.fulfillments} fulfillments, ${counts.returns} returns; read ${counts.products} products and ${counts.offers} draft orders again.`,
  );
  for (const { phase, reason } of read.skipped) console.log(`Not read: ${phase} (${reason}).`);
  for (const { transactionId, tracking, orderId } of read.unknownLabels)
    console.log(
      `A label that is not known here: ${transactionId}, tracking ${tracking}, order ${orderId ?? 'unknown'}.`,
    );
  if (counts.labels > read.unknownLabels.length) console.log(`${counts.labels} such labels in all.`);
  console.log(`What nothing outside holds cannot come back: ${read.lost.join(', ')}.`);
  console.log('Payouts were compared with the providers: see Reconciliation, then start the workers.');
} finally {
  await program.close();
}
