import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { PAYOUT_WORK } from '#app/features/payouts/execute/send-payouts.service.server.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { startLoop } from '#app/server/loop.server.ts';
import { isJobRunning, scheduleJob, type ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { readLedger, idOf, money, payOut, transfersOf } from '#tests/factories/payouts/paid-payouts.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { clearFaults, connectProviders } from '#tests/factories/payouts/payout-faults.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildStripeVendor, sell } from '#tests/factories/payouts/provider-payouts.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { isProof } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

/** A minute in a proof. */
const SILENT_MS = isProof ? 60_000 : 6_000;
const LATE_MS = 200;
/** Of a minute's jobs the 99th of a hundred; of a few seconds' the tenth-latest of a hundred: one pause of the machine is not ours. */
const QUANTILE = isProof ? 0.99 : 0.9;
const CALM = 'tests.calm';

let silent: BuiltStore;
let calm: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  silent = await installDemoStore();
  await buildDefaultList(silent);
  await clearFaults();
  ({ admin } = await connectProviders(silent, await buildAdmin({ store: silent })));
  calm = await buildStore();
});
afterAll(() => program().stop());

test('a provider that is unavailable for one store holds up no job of another, and its payouts are neither lost nor doubled', async () => {
  const { services } = program().container;
  const books = readLedger(silent);
  const vendor = await buildStripeVendor(silent);
  const order = await sell(silent, money('40.00', vendor));
  const id = idOf(await payOut(admin, 'stripe', [order, vendor]));
  await control('POST', '/faults', { target: 'stripe', kind: 'timeout', delayMs: SILENT_MS });

  const lateness: number[] = [];
  const calmJob: ScheduledJobHandler = {
    kind: CALM,
    handle: (_tx, _store, { dueAt }) => {
      lateness.push(services.clock.now().getTime() - dueAt.getTime());
      return Promise.resolve();
    },
  };
  const runner = createJobRunner({ ...services, handlers: [...scheduledJobHandlers(services), calmJob] });
  const loop = startLoop({
    name: 'due',
    everyMs: 1_000,
    log: services.log,
    run: () => runner.start(() => loop.wake()),
  });
  const isSending = () => services.db.fast(marketplaceScope(silent.id), (tx) => isJobRunning(tx, PAYOUT_WORK, ''));
  await waitFor('the transfer is asked for', isSending);
  const began = performance.now();
  while (performance.now() - began < SILENT_MS * 0.9) {
    const number = lateness.length;
    await services.db.fast(marketplaceScope(calm.id), (tx) =>
      scheduleJob(tx, { kind: CALM, key: String(number), payload: {}, dueAt: services.clock.now() }),
    );
    loop.wake();
    await waitFor('it ran', () => lateness.length > number);
  }
  // All that time the silent store got no answer.
  expect((await books.payoutOf(id)).state).toMatch(/^(processing|unknown)$/);
  lateness.sort((a, b) => a - b);
  expect(lateness.length).toBeGreaterThan(20);
  expect(lateness[Math.ceil(lateness.length * QUANTILE) - 1]).toBeLessThan(LATE_MS);

  await clearFaults();
  await loop.stop();
  await runner.settle();
  for (let hours = 0; hours < 3 && (await books.payoutOf(id)).state !== 'paid'; hours++) {
    program().clock.advance({ hours: 1 });
    await drainJobs();
  }
  expect(await books.payoutOf(id)).toMatchObject({ state: 'paid' });
  expect(await transfersOf(vendor.accountId)).toMatchObject([{ amountMinor: 36_00, reversedMinor: 0 }]);
  await books.expectBalanced();
}, 240_000);
