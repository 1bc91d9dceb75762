import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_ROWS } from '#app/features/products/import/product-import.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor } from '#tests/factories/stores.ts';
import { checkTable, uploadTable } from '#tests/factories/tables.ts';
import { measureSlowness } from '#tests/support/machine-speed.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

/** The longest that one request may keep the process from answering others, on a machine that is not slowed down. */
const MAX_BLOCKED_MS = 200;

let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false });
  const store = await buildStore();
  seller = await buildUser({ vendor: await buildVendor({ store }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const TRIES = 3;

/**
 * The longest time that the event loop was held while something ran, in milliseconds of a machine that is not slowed down, the
 * shortest of a few tries: what else the machine did meanwhile only lengthens one.
 */
async function measureBlocked(work: () => Promise<unknown>): Promise<number> {
  let shortest = Infinity;
  for (let tries = 0; tries < TRIES && shortest >= MAX_BLOCKED_MS; tries++) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await work();
    delay.disable();
    const blockedMs = delay.max / 1e6;
    shortest = Math.min(shortest, blockedMs < MAX_BLOCKED_MS ? blockedMs : blockedMs / measureSlowness());
  }
  return shortest;
}

const preview = async (htmlBody: string): Promise<number> => {
  const path = '/notifications/templates/doc-packing-slip/preview';
  return (await api(admin).post(path, { htmlBody, subject: null, data: 'sample' })).status;
};

it('event loop: a file of 20,000 rows of one SKU is read and checked without holding the process', async () => {
  await uploadTable(seller, 'sku,title,price\nA,B,1\n');
  const file = `sku,title,price\n${'SAME,Bowl,12.50\n'.repeat(MAX_ROWS)}`;
  const blocked = await measureBlocked(async () => {
    const { issues, goodRows } = await checkTable(seller, await uploadTable(seller, file));
    expect([issues.length > 0, goodRows]).toEqual([true, 0]);
  });
  expect(blocked).toBeLessThan(MAX_BLOCKED_MS);
});

it.each([
  ['beginnings of a document type', '<!doctype', 200],
  ['beginnings of a title', '<title ', 200],
  ['variables', '{{ params.a }}', 422],
  ['loops without an end', '{% for i in (1..90000) %}{{ i }}{% endfor %}', 422],
])('event loop: a preview of 100 kB of %s does not hold the process', async (_what, piece, status) => {
  await preview('<p>Once before.</p>');
  const blocked = await measureBlocked(async () => {
    expect(await preview(piece.repeat(Math.floor(100_000 / piece.length)))).toBe(status);
  });
  expect(blocked).toBeLessThan(MAX_BLOCKED_MS);
});
