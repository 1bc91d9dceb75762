import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BULK_KEEP_ALIVE, startBulk } from '#app/adapters/shopify/bulk/bulk.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { BULK_ACCESS_JOB, keepBulkAccess } from '#app/platform/platform-access/bulk-access.service.server.ts';
import { readSubscriptions, syncSubscriptions } from '#app/platform/platform-access/subscriptions.service.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { checkTopics, readAppConfig } from '#sandbox/platform/app-config.ts';
import { at } from '#scripts/paths.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const DEMO = 'demo.myshopify.com';
const SHOP_NAME = 'query ShopName { shop { name } }';
let store: BuiltStore;
let admin: BuiltUser;

const services = () => program().container.services;
const platform = () => services().adapters.platform(DEMO, 'person');
const sandbox = () => {
  const running = program().sandbox?.sandbox;
  if (!running) throw new Error('the program was started with the sandbox');
  return running;
};
const strike = (fault: { target: string; operation?: string; kind: 'error'; status: number; remaining?: number }) =>
  sandbox().faults.add({ operation: null, remaining: null, delayMs: 0, ...fault });
const requested = (operation: string) =>
  sandbox()
    .log.list('shopify')
    .filter((one) => one.operation === operation).length;
const problems = async () =>
  (await api(admin).get('/system/status')).as<{
    platformProblems: { kind: string; detail: string; since: string; lastAt: string }[];
  }>().platformProblems;
/** What a process has written is believed for a minute. */
const passMinutes = () => program().clock.advance({ minutes: 2 });

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await program().drain();
}, 90_000);
afterEach(() => {
  sandbox().faults.clear();
});
afterAll(() => program().stop());

describe('an address that is not on the allowlist (403 of the Admin API)', () => {
  it('is asked once, named in its own words, shown under System since when, and gone with the next success', async () => {
    strike({ target: 'shopify', kind: 'error', status: 403 });
    const before = requested('shop');
    await expect((await platform()).query(SHOP_NAME)).rejects.toMatchObject({ code: 'platform_address_refused' });
    expect(requested('shop') - before).toBe(1);
    const [first, ...others] = await problems();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: 'address_refused', detail: '403', since: first?.lastAt });

    passMinutes();
    await expect((await platform()).query(SHOP_NAME)).rejects.toMatchObject({ code: 'platform_address_refused' });
    const [second] = await problems();
    expect(second?.since).toBe(first?.since);
    expect(second?.lastAt).not.toBe(first?.lastAt);

    sandbox().faults.clear();
    await (await platform()).query(SHOP_NAME);
    expect(await problems()).toEqual([]);
  });
});

describe('bulk queries that nobody enabled for the app', () => {
  it('are denied once, which is shown under System until one starts again', async () => {
    strike({ target: 'bulk', operation: 'start', kind: 'error', status: 403 });
    const before = requested('bulkOperationRunQuery');
    expect(await startBulk(await platform(), BULK_KEEP_ALIVE)).toBeNull();
    expect(requested('bulkOperationRunQuery') - before).toBe(1);
    expect(await problems()).toMatchObject([{ kind: 'bulk_refused' }]);

    sandbox().faults.clear();
    expect(await startBulk(await platform(), BULK_KEEP_ALIVE)).toMatch(/^gid:/);
    expect(await problems()).toEqual([]);
  });

  it('stay enabled by a small query within each week, planned again by each run and tried tomorrow where it was denied', async () => {
    const planned = async () => {
      const [job] = await program().owner.scheduledJob.findMany({
        where: { storeId: store.id, kind: BULK_ACCESS_JOB, doneAt: null },
        orderBy: { dueAt: 'desc' },
        take: 1,
      });
      return ((job?.dueAt.getTime() ?? 0) - program().clock.now().getTime()) / DAY_MS;
    };
    const run = async () => {
      await program().owner.scheduledJob.deleteMany({ where: { kind: BULK_ACCESS_JOB } });
      const end = await keepBulkAccess(services(), store.id);
      await services().db.fast(marketplaceScope(store.id), async (tx) => end?.(tx));
    };
    const before = requested('bulkOperationRunQuery');
    await run();
    expect(requested('bulkOperationRunQuery') - before).toBe(1);
    expect(await planned()).toBeCloseTo(6, 2);

    strike({ target: 'bulk', operation: 'start', kind: 'error', status: 403 });
    await run();
    expect(await planned()).toBeCloseTo(1, 2);
    sandbox().faults.clear();
    await run();
    expect(await problems()).toEqual([]);
  });
});

describe('an answer in another version of the API', () => {
  it('is shown under System with the version that was answered, until the asked one answers again', async () => {
    sandbox().config.answeredVersion = '2027-01';
    await (await platform()).query(SHOP_NAME);
    sandbox().config.answeredVersion = undefined;
    expect(await problems()).toMatchObject([{ kind: 'api_version', detail: '2027-01' }]);
    await (await platform()).query(SHOP_NAME);
    expect(await problems()).toEqual([]);
  });
});

describe('webhook topics of accesses that a store grants by choice', () => {
  const required = () => sandbox().app.scopes;
  const setScopes = async (optional: readonly string[]) => {
    await program().sandbox?.control('POST', '/scopes', { shop: DEMO, scopes: [...required(), ...optional] });
    await program().sandbox?.control('POST', '/drain', { app: false });
    await program().drain();
  };
  const registered = () =>
    (sandbox().state.shops[DEMO]?.installation?.webhookSubscriptions ?? []).map(({ topic }) => topic).sort();

  it('are not declared in shopify.app.toml, whose deploy the platform would refuse whole', () => {
    const config = readAppConfig(at('shopify.app.toml'));
    expect(() => {
      checkTopics(config);
    }).not.toThrow();
    const more = [...config.subscriptions, { topic: 'returns/update', uri: '/webhooks' }];
    expect(() => {
      checkTopics({ ...config, subscriptions: more });
    }).toThrow('Missing scope for webhook topic');
  });

  it('are subscribed to by call once the access is granted, listed, and ended once it is withdrawn', async () => {
    expect(registered()).toEqual([]);
    await setScopes(['write_draft_orders', 'write_discounts']);
    const topics = ['discounts/delete', 'discounts/update', 'draft_orders/delete', 'draft_orders/update'];
    expect(registered()).toEqual(topics);
    const status = await readSubscriptions(services(), await platform());
    expect(status.missing).toEqual([]);
    expect(status.registered.map(({ topic }) => topic).sort()).toEqual(
      topics.map((topic) => topic.toUpperCase().replace('/', '_')),
    );
    expect(new Set(status.registered.map(({ uri }) => uri))).toEqual(
      new Set([`${services().env.SHOPIFY_APP_URL}/webhooks`]),
    );

    await setScopes(['write_discounts']);
    expect(registered()).toEqual(['discounts/delete', 'discounts/update']);
    await setScopes([]);
    expect(registered()).toEqual([]);
  });

  it('are made once: a run that finds them makes and ends none', async () => {
    await setScopes(['write_returns']);
    expect(registered()).toHaveLength(8);
    const before = [requested('webhookSubscriptionCreate'), requested('webhookSubscriptionDelete')];
    await syncSubscriptions(services(), store.id);
    expect([requested('webhookSubscriptionCreate'), requested('webhookSubscriptionDelete')]).toEqual(before);
  });

  it('are made again where the address is another than ours', async () => {
    await setScopes(['write_discounts']);
    for (const one of sandbox().state.shops[DEMO]?.installation?.webhookSubscriptions ?? [])
      one.uri = 'https://old.example/webhooks';
    await syncSubscriptions(services(), store.id);
    expect(await readSubscriptions(services(), await platform())).toMatchObject({ missing: [] });
    expect(registered()).toEqual(['discounts/delete', 'discounts/update']);
  });
});
