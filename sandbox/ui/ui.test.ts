import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../start.ts';
import { startSandbox } from '../testing.ts';

let running: RunningSandbox;
let demo: string;

beforeAll(async () => {
  running = await startSandbox();
  demo = Object.values(running.sandbox.state.shops)[0]?.handle ?? '';
});
afterAll(async () => {
  await running.stop();
});

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(running.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin: running.url, ...headers },
  });
}

describe('the pages', () => {
  it('answer, and let a browser fetch from the sandbox only', async () => {
    const paths = [
      '/',
      `/admin/store/${demo}`,
      `/admin/store/${demo}/orders`,
      `/admin/store/${demo}/products`,
      `/admin/store/${demo}/apps`,
      `/admin/store/${demo}/privacy`,
      `/store/${demo}`,
      `/store/${demo}/products`,
      `/store/${demo}/cart`,
      '/mail',
      '/providers',
      '/providers/stripe',
      '/providers/paypal',
      '/providers/shippo',
      '/faults',
      '/themes',
      `/store/${demo}/pages/sell`,
    ];
    for (const path of paths) {
      const response = await fetch(running.url + path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-security-policy'), path).toContain("default-src 'self'");
      const html = await response.text();
      expect(
        [...html.matchAll(/(?:src|href)="(https?:\/\/[^"]+)"/g)]
          .map((match) => match[1])
          .filter((url) => !/^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(url ?? '')),
        path,
      ).toEqual([]);
    }
  });

  it('refuse forms that another page posts', async () => {
    const response = await post('/faults', { preset: '0' }, { origin: 'http://evil.test' });
    expect(response.status).toBe(403);
    expect(running.sandbox.faults.list()).toEqual([]);
  });

  it('serve App Bridge with the addresses of this sandbox', async () => {
    const source = await (await fetch(`${running.url}/shopifycloud/app-bridge.js`)).text();
    expect(source).toContain(`"adminOrigin":"${running.url}"`);
    expect(source).not.toContain('__SANDBOX__');
    expect(source).not.toMatch(/localStorage|sessionStorage|document\.cookie/);
  });
});

describe('a purchase', () => {
  it('goes from the cart to an order whose total is the one that was shown', async () => {
    const shop = Object.values(running.sandbox.state.shops)[0];
    const variants = Object.values(shop?.products ?? {})
      .filter((product) => product.status === 'ACTIVE' && product.publishedOn.length > 0)
      .slice(0, 3)
      .flatMap(
        (product) =>
          product.variants.find((variant) => variant.inventory.levels.some((level) => level.available > 0)) ?? [],
      );
    expect(variants.length).toBeGreaterThan(0);
    let cookie = '';
    for (const variant of variants) {
      const added = await post(`/store/${demo}/cart/add`, { id: String(variant.id), quantity: '1' }, { cookie });
      expect(added.headers.get('location')).toBe(`/store/${demo}/cart`);
      cookie = added.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    }
    const buyer = {
      email: 'buyer@example.test',
      firstName: 'Ada',
      lastName: 'Byron',
      address1: 'Street 1',
      zip: '1000',
      city: 'Brussels',
      country: 'BE',
      shipping: 'standard',
      discount: 'WELCOME10',
    };
    const stale = await post(`/store/${demo}/checkout`, { ...buyer, shown: '1', intent: 'pay' }, { cookie });
    expect(stale.status).toBe(422);
    const shown = /name="shown" value="(\d+)"/.exec(await stale.text())?.[1] ?? '';
    const paid = await post(`/store/${demo}/checkout`, { ...buyer, shown, intent: 'pay' }, { cookie });
    expect(paid.status).toBe(303);
    const order = shop?.orders[paid.headers.get('location')?.split('/').at(-1) ?? ''];
    expect(order?.transactions.map((transaction) => transaction.amountMinor)).toEqual([Number(shown)]);
    expect(order?.lines).toHaveLength(variants.length);
  });
});
