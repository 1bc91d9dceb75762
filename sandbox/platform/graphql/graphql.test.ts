import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toGid } from '../../core/gid.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Shop } from '../../core/state.ts';
import { control, startSandbox } from '../../testing.ts';
import type { RunningSandbox } from '../../start.ts';
import { placeOrder } from '../store/orders.ts';
import { installApp } from '../store/shops.ts';

type Answer = {
  data?: Record<string, Record<string, unknown> | null>;
  errors?: { message: string; extensions?: { code?: string } }[] | string;
  extensions?: { cost: { requestedQueryCost: number; throttleStatus: { currentlyAvailable: number } } };
};

let running: RunningSandbox;
let sandbox: Sandbox;
let shop: Shop;

beforeAll(async () => {
  running = await startSandbox({ gateway: false, throttle: { maximumAvailable: 2_000, restoreRate: 1 } });
  ({ sandbox } = running);
  const found = sandbox.state.shops['demo.myshopify.com'];
  if (!found) throw new Error('the seed made no demo shop');
  shop = found;
  installApp(sandbox, shop);
  shop.installation?.tokens.push({
    token: 'shpat_full',
    kind: 'offline',
    scopes: [...sandbox.app.scopes, 'write_orders'],
    userId: null,
    expiresAt: null,
    refresh: null,
  });
  shop.installation?.tokens.push({
    token: 'shpat_poor',
    kind: 'offline',
    scopes: ['read_products'],
    userId: null,
    expiresAt: null,
    refresh: null,
  });
});
afterAll(() => running.stop());

async function send(
  query: string,
  variables: Record<string, unknown> = {},
  token = 'shpat_full',
  version = '2026-10',
): Promise<{ status: number; answer: Answer }> {
  const response = await fetch(`${running.url}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-host': shop.domain, 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

function messages(answer: Answer): string {
  return JSON.stringify(answer.errors ?? []);
}

describe('the Admin API', () => {
  it('an operation costs what was recorded from the platform, and says where its own formula differed', async () => {
    const query = 'query Recorded($first: Int!) { products(first: $first) { nodes { id } } }';
    const answers = [{ operation: query, variables: { first: 5 }, requested: 53 }];
    const recorded = await control<{ taken: number; differing: { recorded: number; computed: number }[] }>(
      running.url,
      'POST',
      '/recorded-answers',
      { answers },
    );
    expect(recorded).toMatchObject({ taken: 1, differing: [{ recorded: 53, computed: expect.any(Number) as number }] });
    const ask = async (first: number): Promise<number> =>
      (await send(query, { first })).answer.extensions?.cost.requestedQueryCost ?? 0;
    expect(await ask(5)).toBe(53);
    expect(await ask(6)).not.toBe(53);
  });

  it('answers a query over the published schema and states its cost', async () => {
    const { answer } = await send(
      '{ shop { name currencyCode } products(first: 2, query: "vendor:\'Kelp & Co\'") { nodes { title vendor legacyResourceId } pageInfo { hasNextPage } } }',
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.['shop']).toEqual({ name: 'Fjord & Field', currencyCode: 'USD' });
    const nodes = answer.data?.['products']?.['nodes'] as { vendor: string; legacyResourceId: unknown }[];
    expect(nodes.map((node) => node.vendor)).toEqual(['Kelp & Co', 'Kelp & Co']);
    expect(typeof nodes[0]?.legacyResourceId).toBe('string');
    expect(answer.extensions?.cost.throttleStatus.currentlyAvailable).toBeLessThan(2_000);
  });

  it('refuses unknown fields, deprecated ones and other versions, and names what it does not imitate', async () => {
    expect(messages((await send('{ shop { bogus } }')).answer)).toContain('Cannot query field');
    expect(messages((await send('{ productByHandle(handle: "x") { id } }')).answer)).toContain('Deprecated');
    expect((await send('{ shop { name } }', {}, 'shpat_full', '2025-01')).status).toBe(404);
    expect(messages((await send('{ urlRedirects(first: 1) { nodes { id } } }')).answer)).toMatch(
      /not implemented in the sandbox: urlRedirects|Access denied/,
    );
    expect(messages((await send('{ publicApiVersions { handle } }')).answer)).toContain(
      'not implemented in the sandbox: publicApiVersions',
    );
  });

  it('refuses a dead token with 401 and a field beyond the scopes of a living one', async () => {
    expect((await send('{ shop { name } }', {}, 'shpat_dead')).status).toBe(401);
    const { answer } = await send('{ orders(first: 1) { nodes { id } } }', {}, 'shpat_poor');
    expect(messages(answer)).toContain('ACCESS_DENIED');
    expect((await send('{ products(first: 1) { nodes { id } } }', {}, 'shpat_poor')).answer.errors).toBeUndefined();
  });

  it('refuses arrays above 250 and more than 25 metafields', async () => {
    const ids = Array.from({ length: 251 }, (_, index) => toGid('Product', index + 1));
    expect(messages((await send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).answer)).toContain(
      'maximum allowed of 250',
    );
    const ownerId = toGid('Product', Object.keys(shop.products)[0] ?? '');
    const metafields = Array.from({ length: 26 }, (_, index) => ({
      ownerId,
      namespace: '$app',
      key: `k${index}`,
      type: 'single_line_text_field',
      value: 'v',
    }));
    const { answer } = await send(
      'mutation ($m: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $m) { metafields { id } userErrors { message } } }',
      { m: metafields },
    );
    expect(JSON.stringify(answer.data)).toContain('limit of 25');
  });

  it('walks pages by cursor without losing a row, forwards and backwards', async () => {
    const query =
      'query ($first: Int, $after: String, $last: Int, $before: String) { products(first: $first, after: $after, last: $last, before: $before, sortKey: TITLE) { nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } }';
    const seen = new Set<string>();
    let after: string | null = null;
    for (let page = 0; page < 10; page += 1) {
      const { answer } = await send(query, { first: 60, after });
      const list = answer.data?.['products'] as {
        nodes: { id: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      for (const node of list.nodes) seen.add(node.id);
      after = list.pageInfo.endCursor;
      if (!list.pageInfo.hasNextPage) break;
    }
    expect(seen.size).toBe(200);
    const { answer } = await send(query, { last: 5, before: after });
    expect((answer.data?.['products']?.['nodes'] as unknown[]).length).toBe(5);
  });

  it('wants an idempotency key for refunds, replays the stored answer and refuses the key for another refund', async () => {
    const sku = Object.values(shop.products)[3]?.variants[0]?.sku ?? '';
    const order = placeOrder(sandbox, shop, { email: 'ann@example.test', lines: [{ sku, quantity: 3 }] });
    const input = (quantity: number): unknown => ({
      orderId: toGid('Order', order.id),
      refundLineItems: [
        { lineItemId: toGid('LineItem', order.lines[0]?.id ?? 0), quantity, restockType: 'NO_RESTOCK' },
      ],
      transactions: [
        {
          orderId: toGid('Order', order.id),
          gateway: 'bogus',
          kind: 'REFUND',
          amount: '1.00',
          parentId: toGid('OrderTransaction', order.transactions[0]?.id ?? 0),
        },
      ],
    });
    const keyed =
      'mutation ($i: RefundInput!, $k: String!) { refundCreate(input: $i) @idempotent(key: $k) { refund { id } userErrors { field message } } }';
    expect(
      messages(
        (
          await send(
            'mutation ($i: RefundInput!) { refundCreate(input: $i) { refund { id } userErrors { message } } }',
            { i: input(1) },
          )
        ).answer,
      ),
    ).toContain('@idempotent directive is required');
    const first = await send(keyed, { i: input(1), k: 'one' });
    const again = await send(keyed, { i: input(1), k: 'one' });
    expect(again.answer.data).toEqual(first.answer.data);
    expect(order.refunds).toHaveLength(1);
    expect(JSON.stringify((await send(keyed, { i: input(2), k: 'one' })).answer.data)).toContain(
      'different parameters',
    );
  });

  it('hides customers according to the level of customer data', async () => {
    const sku = Object.values(shop.products)[4]?.variants[0]?.sku ?? '';
    const order = placeOrder(sandbox, shop, { email: 'secret@example.test', lines: [{ sku, quantity: 1 }] });
    const query =
      'query ($id: ID!) { order(id: $id) { email shippingAddress { name } totalPriceSet { shopMoney { amount } } } }';
    const read = async (): Promise<string> =>
      JSON.stringify((await send(query, { id: toGid('Order', order.id) })).answer.data);
    expect(await read()).toContain('secret@example.test');
    await control(running.url, 'POST', '/customer-data', { level: 1 });
    expect(await read()).not.toMatch(/secret|Buyer/);
    await control(running.url, 'POST', '/customer-data', { level: 2 });
  });

  it('makes a product with options, uploads its picture by a staged upload, and publishes it', async () => {
    const staged = await send(
      'mutation ($i: [StagedUploadInput!]!) { stagedUploadsCreate(input: $i) { stagedTargets { url resourceUrl parameters { name value } } userErrors { message } } }',
      { i: [{ resource: 'IMAGE', filename: 'a b.png', mimeType: 'image/png', httpMethod: 'POST' }] },
    );
    const [target] = (staged.answer.data?.['stagedUploadsCreate']?.['stagedTargets'] ?? []) as {
      url: string;
      resourceUrl: string;
      parameters: { name: string; value: string }[];
    }[];
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const form = new FormData();
    for (const parameter of target?.parameters ?? []) form.append(parameter.name, parameter.value);
    form.append('file', new Blob([png], { type: 'image/png' }), 'a b.png');
    expect((await fetch(target?.url ?? '', { method: 'POST', body: form })).status).toBe(201);
    const locationId = toGid('Location', shop.locations[0]?.id ?? 0);
    const input = {
      title: 'Two sizes',
      vendor: 'Kelp & Co',
      status: 'ACTIVE',
      files: [{ originalSource: target?.resourceUrl, alt: 'A dot', contentType: 'IMAGE' }],
      productOptions: [{ name: 'Size', position: 1, values: [{ name: 'S' }, { name: 'L' }] }],
      variants: ['S', 'L'].map((name) => ({
        optionValues: [{ optionName: 'Size', name }],
        price: '19.99',
        sku: `TWO-${name}`,
        inventoryQuantities: [{ locationId, name: 'available', quantity: 4 }],
      })),
    };
    const made = await send(
      'mutation ($input: ProductSetInput!) { productSet(input: $input, synchronous: true) { product { id totalInventory variants(first: 5) { nodes { sku price selectedOptions { name value } } } media(first: 5) { nodes { alt ... on MediaImage { fileStatus image { url width height } } } } } userErrors { field message code } } }',
      { input },
    );
    const product = made.answer.data?.['productSet']?.['product'] as {
      id: string;
      totalInventory: number;
      media: { nodes: { image: { url: string; width: number } }[] };
    };
    expect(product.totalInventory).toBe(8);
    expect(product.media.nodes[0]?.image.width).toBe(1);
    expect(Buffer.from(await (await fetch(product.media.nodes[0]?.image.url ?? '')).arrayBuffer()).equals(png)).toBe(
      true,
    );
    const published = await send(
      'mutation ($id: ID!, $input: [PublicationInput!]!) { publishablePublish(id: $id, input: $input) { publishable { resourcePublicationsCount { count } } userErrors { message } } }',
      { id: product.id, input: [{ publicationId: toGid('Publication', shop.publications[0]?.id ?? 0) }] },
    );
    expect(JSON.stringify(published.answer)).toContain('"count":1');
    const bad = await send(
      'mutation ($input: ProductSetInput!) { productSet(input: $input) { product { id } userErrors { field message code } } }',
      { input: { title: '' } },
    );
    expect(bad.answer.data?.['productSet']).toEqual({
      product: null,
      userErrors: [{ field: ['input', 'title'], message: "Title can't be blank", code: 'INVALID_INPUT' }],
    });
  });

  it('plays its faults: an error, a throttle and a lost answer after the work', async () => {
    await control(running.url, 'POST', '/faults', {
      target: 'shopify',
      operation: 'shop',
      kind: 'error',
      status: 503,
      times: 1,
    });
    expect((await send('{ shop { name } }')).status).toBe(503);
    await control(running.url, 'POST', '/faults', { target: 'shopify', operation: 'shop', kind: 'throttle', times: 1 });
    expect(messages((await send('{ shop { name } }')).answer)).toContain('THROTTLED');
    await control(running.url, 'POST', '/faults', {
      target: 'shopify',
      operation: 'tagsAdd',
      kind: 'drop_response',
      times: 1,
    });
    const product = Object.values(shop.products)[5];
    await expect(
      send('mutation ($id: ID!) { tagsAdd(id: $id, tags: ["lost"]) { userErrors { message } } }', {
        id: toGid('Product', product?.id ?? 0),
      }),
    ).rejects.toThrow();
    expect(product?.tags).toContain('lost');
  });

  it('throttles for real when the bucket is empty', async () => {
    let throttled = false;
    for (let round = 0; round < 300 && !throttled; round += 1) {
      const { answer } = await send(
        '{ products(first: 250) { nodes { id title variants(first: 3) { nodes { id } } } } }',
      );
      throttled = messages(answer).includes('THROTTLED');
    }
    expect(throttled).toBe(true);
  });
});
