// An address that a screen once had leads on to where its job is done now, behind both layouts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OLD_PLACES } from '#app/ui/shell/old-places.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false, screens: await openScreens() });
  seller = await buildUser();
}, 120_000);
afterAll(() => program().stop());

const open = (address: string, by: BuiltUser): Promise<Response> =>
  fetch(`${program().url}${address}`, { redirect: 'manual', headers: { cookie: by.cookie } });

it.each(Object.keys(OLD_PLACES))('%s: redirects permanently, with its search', async (path) => {
  const answer = await open(`/app${path}?q=ada`, seller);
  expect(answer.status).toBe(301);
  const [place, query] = (OLD_PLACES[path] ?? '').split('?');
  expect(answer.headers.get('location')).toBe(`/app${place ?? ''}?${query === undefined ? '' : `${query}&`}q=ada`);
});

it.each([
  ['/app/open/order?id=12&q=ada', '/app/orders/12?q=ada'],
  ['/app/open/product', '/app/products'],
])('%s, as links of the store admin name a record: leads to %s', async (address, place) => {
  const answer = await open(address, seller);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, place]);
});

it('the inbox: opens for who may see orders, and says so to who may not', async () => {
  expect((await open('/app/inbox', seller)).status).toBe(200);
  expect((await open('/app/inbox', await buildUser({ permissions: ['read_products'] }))).status).toBe(403);
});

it('the tab of a kind whose feature is off: leads to the whole inbox', async () => {
  const answer = await open('/app/inbox?view=offers&state=pending&q=ada', seller);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/inbox?q=ada']);
});
