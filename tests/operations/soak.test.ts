import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo, turnBackClock } from '#scripts/demo/demo-seed.ts';
import { at } from '#scripts/paths.ts';
import { noteCount } from '#tests/support/scale.ts';
import { buildReleaseTree } from './release-tree.ts';
import { inviteAdmin, openRollingSite, type RollingSite, type Running } from './rolling-site.ts';
import { startLoad } from './site-load.ts';

const SOAK_SECONDS = Number(process.env.SOAK_SECONDS ?? 3600);
const SAMPLE_MS = 5_000;
const MAX_GROWTH = 0.05;

const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at(), encoding: 'utf8' }).trim();
const tree = buildReleaseTree({ name: 'current', commit: head });
let site: RollingSite;
let processes: Running[];
let vendors: string[];

beforeAll(async () => {
  site = await openRollingSite();
  await turnBackClock(site.addresses);
  processes = [await site.start(tree, 'web'), await site.start(tree, 'worker')];
  vendors = (await seedDemo(site.addresses, { small: true, inviteAdmin: () => inviteAdmin(site, tree) })).vendors;
}, 600_000);
afterAll(() => site.close(), 60_000);

/** Memory of a process in bytes, as it says itself: what is resident, and what of its heap is in use. */
async function readMemory({ port }: Running): Promise<{ resident: number; heap: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, 'm').exec(text)?.[1]);
  return { resident: read('process_resident_memory_bytes'), heap: read('nodejs_heap_size_used_bytes') };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('soak: an hour of requests and orders fails none, and the memory of each process is flat', async () => {
  const load = await startLoad(site, vendors);
  const samples = processes.map((): Awaited<ReturnType<typeof readMemory>>[] => []);
  const until = Date.now() + SOAK_SECONDS * 1000;
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    for (const [index, one] of processes.entries()) samples[index]?.push(await readMemory(one));
  }
  await load.stop();
  for (const [index, { kind }] of processes.entries()) {
    const measured = samples[index] ?? [];
    const quarter = (number: number) =>
      measured.slice((measured.length * (number - 1)) / 4, (measured.length * number) / 4);
    const resident = (number: number) => mean(quarter(number).map((one) => one.resident));
    // What is left after the largest collection: a leak raises it, a heap that is only not collected yet does not.
    const least = (number: number) => Math.min(...quarter(number).map((one) => one.heap));
    const growth = resident(4) / resident(2) - 1;
    for (const [name, number] of [
      ['second', 2],
      ['last', 4],
    ] as const) {
      noteCount(`${kind}: MB in the ${name} quarter`, Math.round(resident(number) / 1e6));
      noteCount(`${kind}: MB of heap at the least in the ${name} quarter`, Math.round(least(number) / 1e6));
    }
    expect.soft(growth, `${kind} grew from the second quarter to the last`).toBeLessThanOrEqual(MAX_GROWTH);
  }
  noteCount('requests', load.counts.requests);
  noteCount('orders', load.counts.orders);
  expect(load.failed).toEqual([]);
}, 7_200_000);
