import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IntegrationKeysDto } from '#app/features/integrations/connections/connections.contract.ts';
import { FEATURES_ON } from '#scripts/demo/alive/features.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { openDemoClient, type DemoClient } from '#scripts/demo/demo-client.ts';
import { seedDemo, turnBackClock } from '#scripts/demo/demo-seed.ts';
import { at } from '#scripts/paths.ts';
import { buildReleaseTree } from './release-tree.ts';
import { inviteAdmin, openRollingSite, type RollingSite } from './rolling-site.ts';

const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at(), encoding: 'utf8' }).trim();
const tree = buildReleaseTree({ name: 'current', commit: head });
let site: RollingSite;
let client: DemoClient;

beforeAll(async () => {
  site = await openRollingSite();
  await turnBackClock(site.addresses);
  await site.start(tree, 'web');
  await site.start(tree, 'worker');
  await seedDemo(site.addresses, { small: true, isAlive: true, inviteAdmin: () => inviteAdmin(site, tree) });
  client = openDemoClient(site.addresses);
}, 900_000);
afterAll(() => site.close(), 60_000);

const read = async <T>(email: string, path: string): Promise<T> =>
  client.call<T>(await client.signIn(email), 'GET', path);

test('the demo: every feature is on', async () => {
  const { features } = await read<{ features: Record<string, { enabled: boolean }> }>(DEMO_ADMIN, '/app/info');
  expect(FEATURES_ON.filter((name) => features[name]?.enabled !== true)).toEqual([]);
});

test('the demo: orders of a vendor are placed in its own store', async () => {
  const lumen = 'lumen-workshop@demo.test';
  const { store } = await read<IntegrationKeysDto>(lumen, '/integrations/keys');
  expect(store?.orders.placed).toBeGreaterThan(0);
});

/** Each list of a screen: who looks, the call that answers it, and the list in the answer. */
const LISTS = [
  [DEMO_ADMIN, '/orders', 'orders'],
  [DEMO_ADMIN, '/products-v2?status=ALL&stock=any', 'products'],
  [DEMO_ADMIN, '/products/changes', 'changes'],
  [DEMO_ADMIN, '/vendors', 'vendors'],
  [DEMO_ADMIN, '/applications', 'applications'],
  [DEMO_ADMIN, '/conversations', 'conversations'],
  [DEMO_ADMIN, '/conversations/replies', 'replies'],
  [DEMO_ADMIN, '/offers', 'offers'],
  [DEMO_ADMIN, '/messages', 'messages'],
  [DEMO_ADMIN, '/subscribers', 'subscribers'],
  [DEMO_ADMIN, '/discounts', 'discounts'],
  [DEMO_ADMIN, '/settings/holidays', 'vendors'],
  [DEMO_ADMIN, '/catalog-entries', 'entries'],
  [DEMO_ADMIN, '/products/metafields', 'specifications'],
  [DEMO_ADMIN, '/transactions', 'transactions'],
  [DEMO_ADMIN, '/payment/automated', 'runs'],
  [DEMO_ADMIN, '/payment/requests', 'requests'],
  [DEMO_ADMIN, '/reconciliation', 'exceptions'],
  [DEMO_ADMIN, '/system/dead-letters', 'deadLetters'],
  [DEMO_ADMIN, '/system/exceptions', 'exceptions'],
  [DEMO_ADMIN, '/compliance', 'requests'],
  [DEMO_ADMIN, '/settings/history', 'changes'],
  [DEMO_ADMIN, '/notifications/suppressions', 'suppressions'],
  [DEMO_ADMIN, '/notices', 'notices'],
  ['nordlys-ceramics@demo.test', '/orders', 'orders'],
  ['nordlys-ceramics@demo.test', '/offers', 'offers'],
  ['nordlys-ceramics@demo.test', '/conversations', 'conversations'],
  ['nordlys-ceramics@demo.test', '/conversations/replies', 'replies'],
  ['nordlys-ceramics@demo.test', '/discounts', 'discounts'],
  ['nordlys-ceramics@demo.test', '/borne-discounts', 'discounts'],
  ['nordlys-ceramics@demo.test', '/catalog', 'entries'],
  ['nordlys-ceramics@demo.test', '/staff', 'members'],
  ['nordlys-ceramics@demo.test', '/statements', 'months'],
  ['nordlys-ceramics@demo.test', '/messages', 'messages'],
  ['fjell-woolens@demo.test', '/product-csv/imports', 'imports'],
  ['fjell-woolens@demo.test', '/import-schedules', 'schedules'],
  ['lumen-workshop@demo.test', '/integrations/shopify/products', 'products'],
  ['lumen-workshop@demo.test', '/integrations/differences', 'products'],
  ['havn-outdoor@demo.test', '/integrations/keys', 'keys'],
  ['havn-outdoor@demo.test', '/webhook-endpoints', 'endpoints'],
  ['havn-outdoor@demo.test', '/orders/changes', 'orders'],
  [DEMO_ADMIN, '/webhook-endpoints', 'endpoints'],
] as const;

describe('the demo has no empty list', () => {
  test.each(LISTS)('%s finds something at %s', async (email, path, list) => {
    const answer = await read<Record<string, unknown[]>>(email, path);
    expect(answer[list]?.length, JSON.stringify(answer).slice(0, 300)).toBeGreaterThan(0);
  });

  test('offers stand in every state that an offer can have', async () => {
    const { counts } = await read<{ counts: Record<string, number> }>(DEMO_ADMIN, '/offers');
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  });

  test('programs outside received what happened, and found every signature right', async () => {
    const programs = await client.control<Record<string, { received: { signature: string }[] }>>('GET', '/programs');
    expect(Object.keys(programs).sort()).toEqual(['books.programs.test', 'warehouse.programs.test']);
    for (const { received } of Object.values(programs)) {
      expect(received.length, JSON.stringify(programs).slice(0, 300)).toBeGreaterThan(0);
      expect(received.filter(({ signature }) => signature !== 'right')).toEqual([]);
    }
  });

  test('a vendor has statements of three months that are over', async () => {
    const { months } = await read<{ months: unknown[] }>('nordlys-ceramics@demo.test', '/statements');
    expect(months.length).toBeGreaterThanOrEqual(3);
  });

  test('the own store and the spreadsheet are connected and run without a problem', async () => {
    const own = await read<{ store: { state: string; problem: unknown } }>(
      'lumen-workshop@demo.test',
      '/integrations/keys',
    );
    const sheet = await read<{ connection: { state: string; problem: unknown } }>(
      'kelp-co@demo.test',
      '/integrations/sheets',
    );
    expect([own.store, sheet.connection]).toMatchObject([
      { state: 'active', problem: null },
      { state: 'active', problem: null },
    ]);
  });
});
