import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';
import type { WebAnswer, WebRequest } from '#app/adapters/web/web-client.server.ts';
import { openWooClient } from './client.server.ts';

const PAGE = '<h1>Not here</h1>';
const toCode = (code: string) => JSON.stringify({ code, message: 'No.', data: {} });

/** A client of a store that answers so, and what it was requests. */
function openStore(...answers: (Partial<WebAnswer> & { body: string })[]) {
  const requests: { address: string; headers: WebRequest['headers'] }[] = [];
  const web = {
    request: (address: string, { headers }: WebRequest) => {
      requests.push({ address, headers });
      const { status = 200, body, headers: own = {} } = answers[requests.length - 1] ?? { body: PAGE };
      return Promise.resolve({ status, headers: own, bytes: Buffer.from(body) });
    },
  };
  const keys = { address: 'kiln.example.com/shop', consumerKey: 'ck_a', consumerSecret: 'cs_b' };
  return { client: openWooClient(keys, web), requests };
}

describe('what a store of WooCommerce answers', () => {
  it.each([
    ['a page of its host', 404, PAGE, 'platform_failed'],
    ['that a firewall is in the way', 403, PAGE, 'platform_failed'],
    ['that its API is switched off', 404, toCode('rest_no_route'), 'platform_failed'],
    ['that a parameter is wrong', 400, toCode('rest_invalid_param'), 'platform_failed'],
    ['that it fell over', 500, toCode('internal_server_error'), 'platform_failed'],
    ['that it is requests too often', 429, PAGE, 'platform_throttled'],
    ['that it does not know the keys', 401, toCode('woocommerce_rest_authentication_error'), 'shop_access_revoked'],
    ['what is no list', 200, '{}', 'platform_failed'],
  ])('to whoever reads: %s', async (_what, status, body, code) => {
    const { client } = openStore({ status, body });
    await expect(client.list('products', {}, z.unknown())).rejects.toMatchObject({ code });
  });

  it.each([
    ['that the keys may only read', 401, toCode('woocommerce_rest_authentication_error'), { isAccessDenied: true }],
    ['that a product is unknown', 400, toCode('woocommerce_rest_invalid_product_id'), { isAccessDenied: false }],
    ['a page of its host', 502, PAGE, { code: 'platform_failed' }],
  ])('to whoever changes: %s', async (_what, status, body, refusal) => {
    const { client } = openStore({ status, body });
    await expect(client.send('POST', 'orders', {}, z.unknown())).rejects.toMatchObject(refusal);
  });

  it('of one thing, that there is none', async () => {
    const { client } = openStore({ status: 404, body: toCode('woocommerce_rest_product_invalid_id') });
    expect(await client.find('products/1', z.unknown())).toBeUndefined();
  });

  it('to nobody makes the keys stand in the query, from then on', async () => {
    const nobody = { status: 401, body: toCode('woocommerce_rest_cannot_view') };
    const { client, requests } = openStore(nobody, { body: '[]' }, { body: '[]' });
    for (let times = 0; times < 2; times++) await client.list('products', {}, z.unknown());
    expect(requests.map(({ headers }) => 'authorization' in headers)).toEqual([true, false, false]);
    expect(requests.map(({ address }) => new URL(address).searchParams.get('consumer_key'))).toEqual([
      null,
      'ck_a',
      'ck_a',
    ]);
  });

  it('is not there at all, which is no refusal', async () => {
    const web = { request: () => Promise.reject(new WebRefusal('The host is not known', 'host_unknown')) };
    const client = openWooClient({ address: 'nobody.example.com', consumerKey: 'ck_a', consumerSecret: 'cs_b' }, web);
    await expect(client.find('products/1', z.unknown())).rejects.toMatchObject({ code: 'platform_failed' });
  });
});
