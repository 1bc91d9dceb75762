import { afterAll, beforeAll, expect, test } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildStaffToken, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';
import { logStatements } from '#tests/support/statement-log.ts';

/** What the first page may ask of the database in all, its shell included: a limit that only falls. */
const MAX_IN_FRAME = 20;
const MAX_OF_VENDOR = 20;

let store: BuiltStore;
let member: BuiltUser;

beforeAll(async () => {
  const { databaseUrl } = await startProgram({ sandbox: true });
  store = await installDemoStore();
  const vendor = await buildVendor({ store, name: 'North' });
  member = await buildUser({ vendor });
  await buildDefaultList(store);
  await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
  await program().stop();
  // Without a worker every statement is one of the page that is open.
  await startProgram({ databaseUrl, sandbox: true, worker: false, screens: await openScreens() });
  await installDemoStore();
}, 120_000);
afterAll(() => program().stop());

async function openHome(caller?: BuiltUser): Promise<string[]> {
  const log = logStatements(program().container.services.db.pool);
  const staff = program().sandbox?.sandbox.state.shops[store.domain]?.staff ?? [];
  const subjectId = String(staff.find((one) => one.accountOwner)?.id);
  const query = new URLSearchParams({
    shop: store.domain,
    host: btoa('admin.shopify.com/store/demo'),
    embedded: '1',
    id_token: await buildStaffToken({ domain: store.domain, subjectId }),
  });
  const address = caller ? `${program().url}/app` : `${program().url}/admin?${query.toString()}`;
  const headers = { accept: 'text/html', ...(caller ? { cookie: caller.cookie } : {}) };
  // The first visit of all records the person; what a page asks is what it asks from then on.
  expect((await fetch(address, { headers, redirect: 'manual' })).status).toBe(200);
  log.take();
  expect((await fetch(address, { headers, redirect: 'manual' })).status).toBe(200);
  return log.take().map(({ text }) => text.replace(/\s+/g, ' ').trim().slice(0, 160));
}

test(`home: the owner's first page in the frame asks at most ${MAX_IN_FRAME} statements, shell included`, async () => {
  const statements = await openHome();
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_IN_FRAME);
});

test(`home: a vendor's first page asks at most ${MAX_OF_VENDOR} statements, shell included`, async () => {
  const statements = await openHome(member);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_OF_VENDOR);
});
