import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { FIRST_FILLED, fillStore } from '#tests/factories/large-store.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildStaffToken, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens, routes } from '#tests/support/screens.ts';
import { logStatements, replayStatement, type LoggedStatement } from '#tests/support/statement-log.ts';
import { GROWING_TABLES, READ_WHOLE } from './screens-at-size.ts';

/** So many that the planner chooses as it does in a large store; a hundredth of what grows is open. */
const SIZE = { vendors: 20, products: 2_000, vendorOrders: 8_000, conversations: 2_000 };
const MAX_STATEMENTS = 20;
/** Of one growing table by one statement: more than any page shows, and fewer than a tenth of what the store holds. */
const MAX_ROWS = 600;

type Layout = 'app' | 'admin';
type Page = { name: string; status: number; requested: LoggedStatement[] };

let store: BuiltStore;
let admin: BuiltUser;
let member: BuiltUser;
let client: pg.Client;
let ids: Record<string, string>;
const pages: Page[] = [];

beforeAll(async () => {
  const { databaseUrl } = await startProgram({ sandbox: true });
  store = await installDemoStore();
  const vendor = await buildVendor({ store, name: 'Own' });
  admin = await buildAdmin({ store });
  member = await buildUser({ vendor });
  await buildDefaultList(store);
  const order = await placeOrder(store, { lines: [{ vendor: 'Own', price: '20.00' }] });
  ids = {
    orderId: String(order.id),
    vendorId: String(vendor.id),
    month: '2026-10',
    payoutId: String(FIRST_FILLED + 1),
  };
  await program().stop();
  client = new pg.Client(databaseUrl);
  await client.connect();
  await fillStore(client, store.id, SIZE);
  await switchEverythingOn();
  // Without a worker every statement is one of the page that is open.
  await startProgram({ databaseUrl, sandbox: true, worker: false, screens: await openScreens() });
  await installDemoStore();
  const log = logStatements(program().container.services.db.pool);
  for (const [layout, caller] of [
    ['app', member],
    ['app', admin],
    ['admin', undefined],
  ] as const) {
    // The first page in the frame exchanges its token and records the person; every later one asks what is counted here.
    if (layout === 'admin') await openPage(layout, '', undefined, log);
    for (const { path = '' } of routes.filter((route) => route.parentId === `surface/${layout}`)) {
      if (path !== '*') pages.push(await openPage(layout, path, caller, log));
    }
  }
}, 400_000);
afterAll(async () => {
  await client.end();
  await program().stop();
});

async function switchEverythingOn(): Promise<void> {
  const on = Object.fromEntries(SWITCH_NAMES.map((name) => [name, { enabled: true }]));
  await client.query(
    `INSERT INTO store_settings (store_id, section, value, version, updated_at, updated_by) VALUES ($1, 'features', $2, 1, now(), 'test')
     ON CONFLICT (store_id, section) DO UPDATE SET value = excluded.value`,
    [store.id, JSON.stringify(on)],
  );
}

/** Opens a page as a browser does; without a caller as the owner of the store in the store admin's frame. */
async function openPage(
  layout: Layout,
  path: string,
  caller: BuiltUser | undefined,
  log: ReturnType<typeof logStatements>,
): Promise<Page> {
  await client.query('DELETE FROM rate_buckets');
  const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? String(FIRST_FILLED));
  const frame = caller ? '' : `?${(await frameQuery()).toString()}`;
  log.take();
  const answer = await fetch(`${program().url}/${layout}/${address}${frame}`.replace(/\/(?=$|\?)/, ''), {
    headers: { accept: 'text/html', ...(caller ? { cookie: caller.cookie } : {}) },
    redirect: 'manual',
  });
  await answer.text();
  const who = caller === member ? 'member' : 'admin';
  return { name: `${layout} ${who} /${path}`, status: answer.status, requested: log.take() };
}

async function frameQuery(): Promise<URLSearchParams> {
  const staff = program().sandbox?.sandbox.state.shops[store.domain]?.staff ?? [];
  const subjectId = String(staff.find((one) => one.accountOwner)?.id);
  return new URLSearchParams({
    shop: store.domain,
    host: btoa('admin.shopify.com/store/demo'),
    embedded: '1',
    id_token: await buildStaffToken({ domain: store.domain, subjectId }),
  });
}

describe('every screen of both layouts, in a store with many rows', () => {
  it('opens, or refuses: no screen fails', () => {
    expect(pages.length).toBeGreaterThan(300);
    expect(pages.filter(({ status }) => status >= 500).map(({ name, status }) => `${name} ${status}`)).toEqual([]);
    expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(150);
  });

  it(`asks at most ${MAX_STATEMENTS} statements, its shell included`, () => {
    const over = pages.filter(({ requested }) => requested.length > MAX_STATEMENTS);
    expect(over.map(({ name, requested }) => `${name}: ${requested.length}`)).toEqual([]);
  });

  it(`reads at most ${MAX_ROWS} rows of a table that grows in a statement, but for what is named with its reason`, async () => {
    const seen = new Set<string>();
    const found = new Map<string, string>();
    for (const { name, requested } of pages) {
      for (const one of requested) {
        const key = `${one.scope?.vendor === '*'} ${one.text}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const { rows } = await replayStatement(client, one);
        for (const [table, read] of rows) {
          if (GROWING_TABLES.has(table) && read > MAX_ROWS)
            found.set(`${table}: ${one.text.replace(/\s+/g, ' ').trim()}`, `${name} read ${read}`);
        }
      }
    }
    const isKnown = (statement: string) =>
      READ_WHOLE.some(({ table, begins }) => statement.startsWith(`${table}: ${begins}`));
    expect([...found].filter(([statement]) => !isKnown(statement)).map((one) => one.join(' :: '))).toEqual([]);
    expect(seen.size).toBeGreaterThan(100);
  }, 300_000);

  it('asks for the rows of tables with a store in the scope of that store, never across stores', () => {
    const requested = pages.flatMap((page) => page.requested);
    const outside = requested.filter(({ scope }) => scope === undefined);
    const tables = new Set(
      outside.flatMap(({ text }) =>
        [...text.matchAll(/\b(?:FROM|JOIN|INTO)\s+"?(?:public"?\.)?"?(\w+)/gi)].map((match) => match[1] ?? ''),
      ),
    );
    // The directory of tenants, who signs in, the platform's own sessions and counters of calls decide the scope, or have none.
    expect([...tables].sort()).toEqual(['platform_sessions', 'stores']);
    const scopes = new Set(requested.flatMap(({ scope }) => (scope ? [scope.store] : [])));
    expect([...scopes]).toEqual([String(store.id)]);
  });
});
