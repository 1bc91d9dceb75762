// `npm run record -- --to <folder> [--since <ISO time>] [--shop <domain>]`: writes the deliveries that the platform sent to a store, without
// anything of a person, beside the answers that processes with RECORD_TO kept there.
// `npm run record -- --play <folder>`: plays such a folder into the demo that runs on this machine.
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AnsweredOperation } from '#app/adapters/shopify/client.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { RecordedDelivery } from '#app/features/recordings/recorded-deliveries.service.server.ts';
import { loadBundle } from './build-loader.ts';
import { openDemoClient } from './demo/demo-client.ts';
import { DEMO_SHOP, readAddresses } from './demo/demo-environment.ts';
import { requireProjectNode } from './node-version.ts';
import { sentenceOf, UserFacingError } from './progress.ts';

const DELIVERIES = 'deliveries.ndjson';
const ANSWERS_AT_ONCE = 500;

requireProjectNode();
const read = (name: string): string | undefined => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : process.argv[index + 1];
};

async function main(): Promise<void> {
  const played = read('play');
  if (played !== undefined) return play(played);
  const folder = read('to');
  if (folder === undefined)
    throw new UserFacingError(
      'Say where to: npm run record -- --to <folder> [--since <ISO time>], or --play <folder>.',
    );
  const since = read('since') === undefined ? new Date(Date.now() - DAY_MS) : new Date(read('since') ?? '');
  if (Number.isNaN(since.getTime()))
    throw new UserFacingError('--since takes an ISO time, such as 2026-11-27T08:00:00Z.');
  await record(folder, since);
}

async function record(folder: string, since: Date): Promise<void> {
  const { runtime } = await loadBundle();
  const opened = runtime.openForChecks(process.env);
  try {
    const stores = await opened.stores();
    const shop = read('shop') ?? (stores.length === 1 ? stores[0]?.domain : undefined);
    if (shop === undefined)
      throw new UserFacingError(
        `Say which store: --shop <domain>. Installed are ${stores.map((one) => one.domain).join(', ') || 'none'}.`,
      );
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, DELIVERIES), 'w');
    const topics = new Map<string, number>();
    await runtime.recordDeliveries(opened.services, {
      shop,
      since,
      take: (delivery) => {
        writeSync(file, `${JSON.stringify(delivery)}\n`);
        topics.set(delivery.topic, (topics.get(delivery.topic) ?? 0) + 1);
      },
    });
    closeSync(file);
    console.log(`Deliveries of ${shop} since ${since.toISOString()}, in ${join(folder, DELIVERIES)}:`);
    for (const [topic, count] of [...topics].sort()) console.log(`  ${topic.padEnd(40)} ${count}`);
    if (topics.size === 0) console.log('  none');
    const answers = readLines<AnsweredOperation>(folder, /^answers-.*\.ndjson$/).length;
    console.log(`Answers beside them: ${answers}. Processes that run with RECORD_TO=${folder} keep them.`);
    console.log('Read it through before you hand it on: titles, tags and shop names stay.');
  } finally {
    await opened.close();
  }
}

/** Sends what was recorded to the running demo, in its order, and tells the sandbox what the platform counted for each operation. */
async function play(folder: string): Promise<void> {
  const client = openDemoClient(readAddresses(process.env));
  const deliveries = readLines<RecordedDelivery>(folder, new RegExp(`^${DELIVERIES}$`));
  const statuses = new Map<string, number>();
  for (const [index, { topic, payload }] of deliveries.entries()) {
    const webhookId = `recorded-${index}`;
    const { status } = await client.control<{ status: number | null }>('POST', '/webhooks', {
      topic,
      shop: DEMO_SHOP,
      payload,
      webhookId,
    });
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  }
  await client.control('POST', '/drain', {});
  console.log(`Played ${deliveries.length} deliveries; the app answered ${describeCounts(statuses)}.`);
  const costs = readLines<AnsweredOperation>(folder, /^answers-.*\.ndjson$/).flatMap(
    ({ operation, variables, cost }) =>
      cost.requested === null ? [] : [{ operation, variables, requested: cost.requested }],
  );
  for (let start = 0; start < costs.length; start += ANSWERS_AT_ONCE) {
    const answers = costs.slice(start, start + ANSWERS_AT_ONCE);
    const { differing } = await client.control<{
      differing: { operation: string; recorded: number; computed: number }[];
    }>('POST', '/recorded-answers', { answers });
    for (const one of differing)
      console.log(`Cost ${one.recorded} at the platform, ${one.computed} by the sandbox's formula: ${one.operation}`);
  }
  console.log(`The sandbox took over the costs of ${costs.length} answers.`);
  console.log('What the app could not read of the deliveries stands in System → Sync problems.');
}

const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([status, count]) => `${status} ${count} times`).join(', ') || 'nothing';

function readLines<Line>(folder: string, name: RegExp): Line[] {
  let files: string[];
  try {
    files = readdirSync(folder).filter((file) => name.test(file));
  } catch {
    throw new UserFacingError(`There is no folder ${folder}.`);
  }
  return files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line),
  );
}

main().catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
});
