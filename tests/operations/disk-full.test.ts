import { execFileSync } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo, turnBackClock } from '#scripts/demo/demo-seed.ts';
import { at } from '#scripts/paths.ts';
import { noteCount } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';
import { buildReleaseTree } from './release-tree.ts';
import { inviteAdmin, openRollingSite, type RollingSite, type Running } from './rolling-site.ts';
import { startLoad } from './site-load.ts';
import { expectNothingOpen, untilHandled, withOwner } from './site-state.ts';

const FULL_SECONDS = Number(process.env.DISK_FULL_SECONDS ?? 300);
const MAX_DISK_BYTES = 2_000_000_000;

const disk = process.env.SMALL_DISK ?? '';
const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at(), encoding: 'utf8' }).trim();
const tree = buildReleaseTree({ name: 'current', commit: head });
let site: RollingSite;
let web: Running;
let vendors: string[];

beforeAll(async () => {
  if (disk === '') throw new Error('Set SMALL_DISK to an empty folder on a small disk, such as a tmpfs of 600 MB.');
  const { blocks, bsize } = statfsSync(disk);
  if (blocks * bsize > MAX_DISK_BYTES) throw new Error(`${disk} is no small disk: this proof fills it.`);
  const tables = mkdtempSync(join(disk, 'tables-'));
  // The database's server may run as somebody else than this test.
  const { uid, gid } = statSync(disk);
  chownSync(tables, uid, gid);
  site = await openRollingSite({ disk: tables });
  await turnBackClock(site.addresses);
  web = await site.start(tree, 'web');
  await site.start(tree, 'worker');
  vendors = (await seedDemo(site.addresses, { small: true, inviteAdmin: () => inviteAdmin(site, tree) })).vendors;
}, 900_000);
afterAll(() => site.close(), 60_000);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const readiness = async () => {
  const answer = await fetch(`http://127.0.0.1:${web.port}/ready`);
  return { status: answer.status, text: await answer.text() };
};

/** Writes a file until there is no room for one more page. */
function fillDisk(): string {
  const path = join(disk, 'filler');
  const file = openSync(path, 'w');
  for (const bytes of [1_000_000, 4_096])
    try {
      for (;;) writeSync(file, Buffer.alloc(bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  closeSync(file);
  return path;
}

const countOrders = () =>
  withOwner(site.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM orders');
    return rows[0]?.count ?? 0;
  });

test('disk-full: five minutes without room are said at /ready, and afterwards nothing is dead and no order is missing', async () => {
  const load = await startLoad(site, vendors);
  await pause(20_000);
  const before = load.failed.length;
  expect(load.failed).toEqual([]);

  const filler = fillDisk();
  await waitFor(
    '/ready does not say that the disk is full',
    async () => {
      const { status, text } = await readiness();
      return status === 503 && text.includes('disk_full');
    },
    120_000,
  );
  await pause(FULL_SECONDS * 1000);
  rmSync(filler);
  await waitFor('/ready stays 503', async () => (await readiness()).status === 200, 120_000);
  await pause(5_000);
  const during = load.failed.length - before;
  await pause(20_000);
  await load.stop();
  noteCount('requests that were refused while the disk was full', during);
  expect(load.failed.slice(during + before)).toEqual([]);

  const atPlatform = (await site.client.control<unknown[]>('GET', '/orders')).length;
  await waitFor(
    'orders are missing',
    async () => {
      await site.client.control('POST', '/drain', {});
      return (await countOrders()) === atPlatform;
    },
    600_000,
  );
  await untilHandled(site.ownerUrl);
  await expectNothingOpen(site.ownerUrl);
  noteCount('orders', atPlatform);
}, 3_600_000);
