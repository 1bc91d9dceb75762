import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../testing.ts';
import type { RunningSandbox } from '../../start.ts';
import { toGid } from '../../core/gid.ts';
import { installApp } from '../store/shops.ts';

type Draft = { id: string; ready: boolean; status: string; invoiceUrl: string | null };
type Payload = { draftOrder?: Draft; userErrors?: { message: string }[]; nodes?: Draft[] };
type Answer = { data?: Record<string, Payload & Draft>; errors?: { message: string }[] };

let running: RunningSandbox;
const SHOP = 'demo.myshopify.com';

beforeAll(async () => {
  running = await startSandbox({ gateway: false });
  const shop = openShop();
  installApp(running.sandbox, shop);
  for (const [token, scopes] of Object.entries({ full: ['write_draft_orders'], poor: ['write_products'] }))
    shop.installation?.tokens.push({ token, kind: 'offline', scopes, userId: null, expiresAt: null, refresh: null });
});
afterAll(() => running.stop());

function openShop() {
  const shop = running.sandbox.state.shops[SHOP];
  if (!shop) throw new Error('the seed made no demo shop');
  return shop;
}

async function send(query: string, variables: object = {}, token = 'full'): Promise<Answer> {
  const response = await fetch(`${running.url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-host': SHOP, 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

const CREATE = `mutation ($input: DraftOrderInput!) {
  draftOrderCreate(input: $input) { draftOrder { id ready status invoiceUrl } userErrors { message } }
}`;
const READ = 'query ($id: ID!) { draftOrder(id: $id) { id ready status invoiceUrl } }';
const DELETE = `mutation ($input: DraftOrderDeleteInput!) {
  draftOrderDelete(input: $input) { deletedId userErrors { message } }
}`;

function draftInput(variantId?: number): object {
  const [product] = Object.values(openShop().products);
  const id = variantId ?? product?.variants[0]?.id ?? 0;
  const priceOverride = { amount: '5.00', currencyCode: openShop().currency };
  return {
    email: 'ada@buyers.test',
    tags: ['agreed'],
    acceptAutomaticDiscounts: false,
    allowDiscountCodesInCheckout: false,
    lineItems: [{ variantId: toGid('ProductVariant', id), quantity: 2, priceOverride }],
  };
}

async function create(): Promise<Draft> {
  const made = (await send(CREATE, { input: draftInput() })).data?.['draftOrderCreate']?.draftOrder;
  if (!made) throw new Error('no draft was made');
  return made;
}

it('a draft is ready and has its link only after it was read again, and pays at the accepted price', async () => {
  const made = await create();
  expect(made).toMatchObject({ ready: false, status: 'OPEN', invoiceUrl: null });
  const reads = [];
  for (let count = 0; count < 2; count++) reads.push((await send(READ, { id: made.id })).data?.['draftOrder']);
  expect(reads.map((read) => read?.ready)).toEqual([false, true]);
  const url = reads[1]?.invoiceUrl ?? '';
  expect(await (await fetch(url)).text()).toContain('10.00');
  const fields = {
    email: 'ada@buyers.test',
    firstName: 'Ada',
    lastName: 'L',
    address1: 'Kaai 1',
    zip: '1',
    city: 'Gent',
    country: 'US',
  };
  const paid = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  expect(paid.status).toBe(303);
  expect((await send(READ, { id: made.id })).data?.['draftOrder']?.status).toBe('COMPLETED');
  const order = Object.values(openShop().orders).at(-1);
  expect(order).toMatchObject({ sourceName: 'shopify_draft_order', tags: ['agreed'] });
  expect(order?.lines.map(({ unitPriceMinor, quantity }) => [unitPriceMinor, quantity])).toEqual([[500, 2]]);
  expect((await fetch(url)).status).toBe(404);
});

it('the link of a deleted draft is dead, but a checkout that was started before is still paid', async () => {
  const [opened, unopened] = [await create(), await create()];
  const urls: string[] = [];
  for (const { id } of [opened, unopened]) {
    await send(READ, { id });
    urls.push((await send(READ, { id })).data?.['draftOrder']?.invoiceUrl ?? '');
  }
  await fetch(urls[0] ?? '');
  for (const { id } of [opened, unopened]) await send(DELETE, { input: { id } });
  const fields = {
    email: 'ada@buyers.test',
    firstName: 'Ada',
    lastName: 'L',
    address1: 'Kaai 1',
    zip: '1',
    city: 'Gent',
    country: 'US',
  };
  const statuses = [];
  for (const url of urls) {
    statuses.push((await fetch(url)).status);
    statuses.push((await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })).status);
  }
  expect(statuses).toEqual([404, 303, 404, 404]);
  expect((await send(READ, { id: opened.id })).data?.['draftOrder']).toBeNull();
});

it('draft order of the sandbox: refuses a variant that is gone, and a token without the access', async () => {
  const gone = await send(CREATE, { input: draftInput(1) });
  expect(gone.data?.['draftOrderCreate']?.userErrors?.map(({ message }) => message)).toEqual([
    'Product with ID is no longer available.',
  ]);
  const denied = await send(READ, { id: toGid('DraftOrder', 1) }, 'poor');
  expect(denied.errors?.[0]?.message).toContain('read_draft_orders');
});
