import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#sandbox/core/durations.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Shop } from '../../core/state.ts';
import type { RunningSandbox } from '../../start.ts';
import { startSandbox } from '../../testing.ts';
import { installApp } from '../store/shops.ts';

type Operation = {
  id: string;
  status: string;
  objectCount: string;
  url: string | null;
  partialDataUrl: string | null;
  errorCode: string | null;
};
type Answer = {
  data: Record<
    string,
    { bulkOperation?: Operation | null; userErrors: { code?: string; message: string }[] } & Operation
  >;
};

let running: RunningSandbox;
let sandbox: Sandbox;
let shop: Shop;

beforeAll(async () => {
  running = await startSandbox({ gateway: false });
  ({ sandbox } = running);
  const found = sandbox.state.shops['demo.myshopify.com'];
  if (!found) throw new Error('the seed made no demo shop');
  shop = found;
  installApp(sandbox, shop);
  for (const [token, scopes] of [
    ['shpat_full', sandbox.app.scopes],
    ['shpat_poor', ['read_locales']],
  ] as const)
    shop.installation?.tokens.push({
      token,
      kind: 'offline',
      scopes: [...scopes],
      userId: null,
      expiresAt: null,
      refresh: null,
    });
});
afterEach(() => {
  sandbox.faults.clear();
});
afterAll(() => running.stop());

async function send(query: string, variables: object = {}, token = 'shpat_full') {
  const response = await fetch(`${running.url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-host': shop.domain, 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as Answer).data;
}

const PRODUCTS = '{ products { edges { node { id title variants { edges { node { id sku } } } } } } }';

async function begin(query = PRODUCTS, groupObjects = true, token = 'shpat_full') {
  const run = `mutation Run($query: String!, $groupObjects: Boolean!) {
    bulkOperationRunQuery(query: $query, groupObjects: $groupObjects) { bulkOperation { id status } userErrors { code message } } }`;
  const { bulkOperationRunQuery } = await send(run, { query, groupObjects }, token);
  return { id: bulkOperationRunQuery?.bulkOperation?.id ?? '', error: bulkOperationRunQuery?.userErrors[0] };
}

async function read(id: string): Promise<Operation> {
  const { bulkOperation } = await send(
    'query Read($id: ID!) { bulkOperation(id: $id) { id status objectCount url partialDataUrl errorCode } }',
    { id },
  );
  if (!bulkOperation) throw new Error(`nobody knows ${id}`);
  return bulkOperation;
}

async function until(id: string, ...statuses: string[]): Promise<Operation> {
  for (let requests = 0; requests < 3_000; requests++) {
    const operation = await read(id);
    if (statuses.includes(operation.status)) return operation;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${id} did not become ${statuses.join(' or ')}`);
}

const fetchResult = (url: string | null, headers: Record<string, string> = {}) =>
  fetch(`${running.url}${new URL(url ?? '').pathname}`, { headers });
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: string; __parentId?: string });

test('bulk operation of the sandbox: reads everything into lines: what hangs on an object comes under it, and names it', async () => {
  const { id } = await begin();
  const { url, objectCount } = await until(id, 'COMPLETED');
  const lines = linesOf(await (await fetchResult(url)).text());
  const products = Object.values(shop.products);
  const variants = products.flatMap((product) => product.variants);
  expect(lines.length).toBe(products.length + variants.length);
  expect(Number(objectCount)).toBe(lines.length);
  let parent = '';
  for (const line of lines) {
    if (line.__parentId === undefined) parent = line.id;
    else expect(line.__parentId).toBe(parent);
  }
  const reported = sandbox.webhooks.list().filter((delivery) => delivery.topic === 'bulk_operations/finish');
  expect(reported.length).toBeGreaterThan(0);
});

test('without grouping only says that an object comes before what hangs on it', async () => {
  const { id } = await begin(PRODUCTS, false);
  const { url } = await until(id, 'COMPLETED');
  const lines = linesOf(await (await fetchResult(url)).text());
  expect(lines[1]?.__parentId).toBeUndefined();
  expect(lines.at(-1)?.__parentId).toBeDefined();
});

test('bulk operation of the sandbox: gives the rest of a result from a byte on, and nothing after its end', async () => {
  const { id } = await begin();
  const { url } = await until(id, 'COMPLETED');
  const whole = await (await fetchResult(url)).text();
  const rest = await fetchResult(url, { range: 'bytes=10-' });
  expect([rest.status, await rest.text()]).toEqual([206, whole.slice(10)]);
  expect((await fetchResult(url, { range: `bytes=${Buffer.byteLength(whole)}-` })).status).toBe(416);
});

test('bulk operation of the sandbox: refuses what is more than a bulk operation may ask for, with the code INVALID', async () => {
  const deep =
    '{ products { edges { node { id variants { edges { node { id media { edges { node { id } } } metafields { edges { node { id } } } inventoryItem { inventoryLevels { edges { node { id } } } } } } } } } } }';
  expect((await begin(deep)).error).toBeUndefined();
  const refused = [
    '{ shop { name } }',
    '{ products { nodes { id } } }',
    '{ products { edges { node { title } } } }',
    '{ products { edges { node { id noSuchField } } } }',
    'query Q($first: Int) { products(first: $first) { edges { node { id } } } }',
    deep.replace('variants {', 'media { edges { node { id } } } collections { edges { node { id } } } variants {'),
    '{ products { edges { node { id variants { edges { node { id product { variants { edges { node { id media { edges { node { id } } } } } } } } } } } } } }',
  ];
  for (const query of refused) expect([query, (await begin(query)).error?.code]).toEqual([query, 'INVALID']);
});

test('bulk operation of the sandbox: runs five at once, and a cancelled one keeps what it had read', async () => {
  sandbox.faults.add({
    target: 'bulk',
    operation: 'run',
    kind: 'delay',
    status: 500,
    remaining: null,
    delayMs: 60_000,
  });
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.push((await begin()).id);
  expect((await begin()).error?.code).toBe('LIMIT_REACHED');
  const cancel =
    'mutation C($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { message } } }';
  expect((await send(cancel, { id: ids[0] })).bulkOperationCancel?.bulkOperation?.status).toBe('CANCELING');
  expect(await until(ids[0] ?? '', 'CANCELED')).toMatchObject({ url: null });
  expect((await send(cancel, { id: ids[0] })).bulkOperationCancel?.userErrors).toHaveLength(1);
  sandbox.faults.clear();
  for (const id of ids.slice(1)) await until(id, 'COMPLETED');
});

test('fails midway with what it had, and for scopes that the token lacks', async () => {
  sandbox.faults.add({ target: 'bulk', operation: 'run', kind: 'error', status: 500, remaining: 1, delayMs: 0 });
  const failed = await until((await begin()).id, 'FAILED');
  expect(failed).toMatchObject({ errorCode: 'INTERNAL_SERVER_ERROR', url: null });
  expect((await fetchResult(failed.partialDataUrl)).status).toBe(200);
  const poor = await begin(PRODUCTS, true, 'shpat_poor');
  expect(await until(poor.id, 'FAILED')).toMatchObject({ errorCode: 'ACCESS_DENIED' });
});

test('bulk operation of the sandbox: keeps a result for seven days', async () => {
  const { id } = await begin();
  const { url } = await until(id, 'COMPLETED');
  sandbox.clock.setOffset(8 * DAY_MS);
  expect(await read(id)).toMatchObject({ status: 'EXPIRED', url: null });
  expect((await fetchResult(url)).status).toBe(403);
  sandbox.clock.setOffset(0);
});
