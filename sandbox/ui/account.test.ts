import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../start.ts';
import type { Order, Shop } from '../core/state.ts';
import { startSandbox } from '../testing.ts';

let running: RunningSandbox;
let shop: Shop;
let order: Order;

beforeAll(async () => {
  running = await startSandbox();
  const [first] = Object.values(running.sandbox.state.shops);
  if (!first) throw new Error('the sandbox has a store');
  shop = first;
  const made = await fetch(`${running.url}/control/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@buyers.test', lines: [{ vendor: 'North', title: 'Mug', price: '20.00' }] }),
  });
  const { id } = (await made.json()) as { id: string };
  order = shop.orders[id] as Order;
});
afterAll(async () => {
  await running.stop();
});

const send = (path: string, headers: Record<string, string> = {}, fields?: Record<string, string>) =>
  fetch(`${running.url}/store/${shop.handle}/account${path}`, {
    redirect: 'manual',
    headers: { origin: running.url, ...headers },
    ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
  });
const readClaims = async (headers: Record<string, string> = {}): Promise<Record<string, unknown>> => {
  const { token } = (await (await send('/session-token', headers, {})).json()) as { token: string };
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
};

describe('a customer’s account', () => {
  it('opens the page of an order by its address, with a token that names no customer', async () => {
    const answer = await send(`/orders/${order.id}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(order.name);
    expect((await send('')).headers.get('location')).toMatch(/\/account\/login$/);
    const claims = await readClaims();
    expect(claims).toMatchObject({ dest: shop.domain, aud: running.sandbox.config.apiKey });
    expect(claims).not.toHaveProperty('sub');
    expect(claims).not.toHaveProperty('iss');
  });

  it('signs a customer in, whose token names them', async () => {
    const signedIn = await send('/login', {}, { customer: String(order.customerId), to: '' });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await (await send('', { cookie })).text()).toContain(order.name);
    expect(await readClaims({ cookie })).toMatchObject({ sub: `gid://shopify/Customer/${order.customerId}` });
    const frame = await (await send(`/extensions/souk-account-order?order=${order.id}`, { cookie })).text();
    expect(frame).toContain(`gid://shopify/Order/${order.id}`);
    expect(frame).toContain(`gid://shopify/Customer/${order.customerId}`);
    const open = await (await send(`/extensions/souk-account-order?order=${order.id}`)).text();
    expect(open).not.toContain('gid://shopify/Customer/');
  });
});
