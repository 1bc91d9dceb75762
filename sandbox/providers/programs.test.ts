import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../start.ts';
import { control, startSandbox } from '../testing.ts';

const HOST = 'erp.programs.test';
const SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ gateway: false });
  await control(running.url, 'POST', `/programs/${HOST}`, { secret: SECRET });
});
afterAll(() => running.stop());

const send = async (body: string, signature: string, host = HOST): Promise<number> => {
  const headers = {
    'x-sandbox-host': host,
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': signature,
  };
  return (await fetch(`${running.url}/souk`, { method: 'POST', headers, body })).status;
};
const sign = (body: string, secret = SECRET): string => new Webhook(secret).sign('msg_1', new Date(1.7e12), body);

describe('a program outside', () => {
  it('takes what the reference library of Standard Webhooks signs, also beside an older signature', async () => {
    const body = JSON.stringify({ type: 'order.paid', sequence: 2 });
    const old = sign(body, `whsec_${Buffer.alloc(24, 4).toString('base64')}`);
    expect(await send(body, sign(body))).toBe(200);
    expect(await send(body, `${old} ${sign(body)}`)).toBe(200);
    expect(await send(body, old)).toBe(401);
    expect(await send(`${body} `, sign(body))).toBe(401);
    const programs = await control<Record<string, { received: { signature: string }[] }>>(
      running.url,
      'GET',
      '/programs',
    );
    expect(programs[HOST]?.received.map(({ signature }) => signature)).toEqual(['right', 'right', 'wrong', 'wrong']);
  });

  it('refuses while a fault says so, and is at no other host', async () => {
    await control(running.url, 'POST', '/faults', {
      target: 'programs',
      operation: HOST,
      kind: 'error',
      status: 410,
      times: 1,
    });
    const body = JSON.stringify({ type: 'order.paid' });
    expect(await send(body, sign(body))).toBe(410);
    expect(await send(body, sign(body))).toBe(200);
    expect(await send(body, sign(body), 'erp.example.com')).toBe(404);
  });
});
