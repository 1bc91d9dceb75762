// The address of a list says what the list does: whatever it does not know is taken out before anything of it is shown.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { implementations } from '#app/main/tables.server.ts';
import { at } from '#scripts/paths.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

/** Each list: its route, what of its address holds, and what it does not know. */
const LISTS: readonly [path: string, route: string, kept: string, unknown: string][] = [
  ['reconciliation', 'features/finance/reconciliation/routes/reconciliation.tsx', 'q=ada', 'view=some&page=x'],
  [
    'orders',
    'features/order-screens/routes/orders.tsx',
    'view=ship&payment=sold',
    'sort=up&fulfillment=lost&from=soon',
  ],
  [
    'money',
    'features/finance/transactions/routes/money.tsx',
    'view=due&period=all',
    'payment=maybe&to=2026-13-99&page=-1',
  ],
  ['money/payouts', 'features/payouts/routes/payout-history.tsx', 'sort=oldest', 'view=some'],
  ['payouts', 'features/payouts/routes/due-vendors.tsx', 'q=ada', 'sort=biggest&page=x'],
  ['payouts/requests', 'features/payouts/routes/payout-requests.tsx', 'q=ada', 'page=0'],
  ['money/statements', 'features/finance/statements/routes/statements.tsx', 'q=ada', 'month=2026-77'],
  ['commissions', 'features/commission-editor/routes/commissions.tsx', 'q=ada', 'page=x'],
  ['applications', 'features/vendor-admin/routes/applications.tsx', 'view=all', 'cursor=nowhere'],
  ['vendors', 'features/vendor-admin/routes/vendors.tsx', 'sort=name-', 'view=some&having=wings&cursor=nowhere'],
  ['inbox', 'features/inbox/routes/inbox.tsx', 'view=messages&for=vendors', 'state=lost&cursor=nowhere'],
  ['subscribers', 'features/messages/contact/routes/subscribers.tsx', 'q=ada', 'view=some'],
  ['discounts', 'features/discounts/routes/discounts.tsx', 'q=ada', 'view=some'],
  ['products', 'features/products/routes/products.tsx', 'view=ACTIVE&tag=sale', 'sort=price&stock=much'],
  ['changes', 'features/products/routes/changes.tsx', 'view=closed', 'cursor=nowhere'],
  ['catalog', 'features/listings/routes/catalog.tsx', 'q=ada', 'cursor=nowhere'],
  ['catalog-entries', 'features/catalog/routes/entries.tsx', 'view=archived', 'page=x'],
  ['settings/notifications/suppressions', 'platform/mails/routes/suppressions.tsx', 'q=ada', 'cursor=nowhere'],
];
const TITLES = new Map(LISTS.map((list) => [list[0], list]));
/** Lists that a vendor sees too. */
const OF_VENDORS = ['orders', 'money', 'money/payouts', 'products', 'changes', 'inbox', 'discounts'];

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false, screens: await openScreens() });
  store = await buildStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store }) });
}, 120_000);
afterAll(() => program().stop());

const open = (address: string, by: BuiltUser): Promise<Response> =>
  fetch(`${program().url}${address}`, { redirect: 'manual', headers: { cookie: by.cookie } });

async function expectCleaned(path: string, by: BuiltUser): Promise<void> {
  const [, , kept, unknown] = TITLES.get(path) ?? ['', '', '', ''];
  const answer = await open(`/app/${path}?${kept}&${unknown}`, by);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `/app/${path}?${kept}`]);
  // What is left is known: it leads nowhere else. A list of a feature that is off has no screen, or begins elsewhere.
  const rest = await open(`/app/${path}?${kept}`, by);
  expect([200, 302, 404]).toContain(rest.status);
  expect(rest.headers.get('location') ?? '').not.toContain(`/app/${path}?`);
}

describe('an address with what its list does not know', () => {
  it.each(LISTS.map(([path]) => path))('%s, to an admin: leads to the list without it, and keeps the rest', (path) =>
    expectCleaned(path, admin),
  );

  it.each(OF_VENDORS)('%s, to a vendor: leads to the list without it, and keeps the rest', (path) =>
    expectCleaned(path, seller),
  );

  it('in a saved view: opens as what it filters', async () => {
    const kept = 'payment=sold&view=ship';
    const answer = await fetch(`${program().url}/api/lists/orders/views`, {
      method: 'PUT',
      headers: { cookie: seller.cookie, 'content-type': 'application/json', origin: program().url },
      body: JSON.stringify({ name: 'Odd', address: `fulfillment=lost&${kept}` }),
    });
    expect(answer.status).toBe(200);
    const { views } = (await answer.json()) as { views: { address: string }[] };
    const opened = await open(`/app/orders?${views[0]?.address ?? ''}`, seller);
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/app/orders?${kept}`]);
  });

  it('of a call of the API: an unknown value of a closed choice is refused at its field (422), for every list', async () => {
    const requested: { path: string; key: string }[] = [];
    const answered: unknown[] = [];
    for (const { endpoint } of implementations) {
      const { shape = {} } = (endpoint.query ?? {}) as { shape?: Record<string, z.ZodType> };
      if (
        endpoint.method !== 'GET' ||
        endpoint.path.includes('{') ||
        !('page' in shape || 'cursor' in shape || 'after' in shape)
      )
        continue;
      for (const key of Object.keys(shape).filter((name) => shape[name]?.safeParse('☃ nonsense').success === false)) {
        requested.push({ path: endpoint.path, key });
        const query = new URLSearchParams({ [key]: '☃ nonsense' }).toString();
        const answer = await fetch(`${program().url}/api${endpoint.path}?${query}`, {
          headers: { cookie: admin.cookie },
        });
        const { issues = [] } = (await answer.json()) as { issues?: { path: string }[] };
        answered.push([endpoint.path, key, answer.status, issues.some(({ path }) => path.split('.')[0] === key)]);
      }
    }
    expect(requested.length).toBeGreaterThan(40);
    expect(answered).toEqual(requested.map(({ path, key }) => [path, key, 422, true]));
  });

  it('is read in one place: every route of a list names what its address may say', () => {
    const routes = readdirSync(at('app'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /routes\/[\w-]+\.tsx$/.test(file),
    );
    const textOf = (file: string): string => readFileSync(join(at('app'), file), 'utf8');
    expect(routes.filter((file) => /\breadListState\(/.test(textOf(file)))).toEqual([]);
    const reading = routes.filter((file) => /\b(readListAddress|redirectWithout)\(/.test(textOf(file)));
    expect(reading.sort()).toEqual(LISTS.map(([, file]) => file).sort());
  });
});
