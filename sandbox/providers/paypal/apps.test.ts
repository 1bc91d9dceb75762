import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../../start.ts';
import { control, startSandbox } from '../../testing.ts';
import { askForToken, callPaypal, openPaypal } from '../testing.ts';
import type { Answer, PaypalAccess } from '../testing.ts';

type App = { id: string; clientId: string; clientSecret: string; environment: 'sandbox' | 'live' };

const SANDBOX = 'api-m.sandbox.paypal.com';
let running: RunningSandbox;
let app: App;
let access: PaypalAccess;

beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());
beforeEach(async () => {
  app = await control(running.url, 'POST', '/paypal/apps', {});
  access = await openPaypal(running.url, app);
});

const ask = (): Promise<Answer> => callPaypal(access, 'GET', '/v1/notifications/webhooks');

describe('a token', () => {
  it('is given to a pair of credentials at its own environment only', async () => {
    const given = await askForToken(running.url, SANDBOX, app.clientId, app.clientSecret);
    expect(given.body).toMatchObject({ token_type: 'Bearer' });
    expect(given.body['expires_in']).toBeGreaterThan(32_000);
    expect(String(given.body['scope'])).toContain('https://uri.paypal.com/payments/payouts');
    for (const answer of [
      await askForToken(running.url, 'api-m.paypal.com', app.clientId, app.clientSecret),
      await askForToken(running.url, SANDBOX, app.clientId, 'wrong'),
    ])
      expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
    const live = await control<App>(running.url, 'POST', '/paypal/apps', { environment: 'live' });
    expect((await openPaypal(running.url, live)).host).toBe('api-m.paypal.com');
  });

  it('is the same while it lasts, ends after nine hours, and with the pair', async () => {
    const again = await openPaypal(running.url, app);
    expect(again.token).toBe(access.token);
    await control(running.url, 'POST', '/clock', { advanceHours: 9.1 });
    expect((await ask()).body['error']).toBe('invalid_token');
    access = await openPaypal(running.url, app);
    expect((await ask()).status).toBe(200);
    await control(running.url, 'POST', '/paypal/keys/revoke', { app: app.id });
    expect((await ask()).status).toBe(401);
    await expect(openPaypal(running.url, app)).rejects.toThrow('invalid_client');
  });
});
