import { afterAll, beforeAll, expect, it } from 'vitest';
import { BREVO_HOST, BREVO_KEY } from '../providers/mail/brevo.ts';
import { KLAVIYO_HOST, KLAVIYO_KEY } from '../providers/mail/klaviyo.ts';
import { callHost, listen } from '../providers/testing.ts';
import type { RunningSandbox } from '../start.ts';
import { startSandbox } from '../testing.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());

const open = async (path: string): Promise<string> => (await fetch(running.url + path)).text();
const press = async (action: string, fields: Record<string, string> = {}): Promise<string> => {
  const answer = await fetch(running.url + action, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin: running.url },
  });
  return new URL(answer.headers.get('location') ?? '', running.url).searchParams.get('done') ?? '';
};
const brevo = (method: string, path: string, body?: object) =>
  callHost(running.url, BREVO_HOST, method, path, body && JSON.stringify(body), { 'api-key': BREVO_KEY });

it('Brevo: a mail lies under Mail with its headers, bounces from the console, and the key can be revoked there', async () => {
  const app = await listen();
  await brevo('POST', '/v3/webhooks', { url: `${app.url}/hook`, events: ['hardBounce'] });
  const sent = await brevo('POST', '/v3/smtp/email', {
    sender: { email: 'shop@souk.test' },
    to: [{ email: 'ada@souk.test' }],
    subject: '<b>Hello</b>',
    htmlContent: '<p>Hello</p>',
    headers: { 'List-Unsubscribe': '<https://souk.test/leave>' },
  });
  expect(sent.status).toBe(201);
  const [mail] = running.sandbox.mail.list('ada@souk.test');
  expect(await open(`/mail/${mail?.id ?? ''}`)).toContain('list-unsubscribe: &lt;https://souk.test/leave&gt;');
  const page = await open('/providers/brevo');
  expect(page).toContain('&lt;b&gt;Hello&lt;/b&gt;');
  expect(await press('/providers/brevo/events', { event: 'hard_bounce', email: 'ada@souk.test' })).toContain(
    'on its way',
  );
  expect(await press('/providers/brevo/events', { event: 'spam', email: 'ada@souk.test' })).toBe(
    'Nobody ordered this event.',
  );
  await running.sandbox.providerWebhooks.drain();
  expect(app.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { event: 'hard_bounce', email: 'ada@souk.test' },
  ]);
  expect(await open('/providers/brevo')).toContain('delivered');
  expect(await press('/providers/brevo/key')).toBe('The key does not work any more.');
  expect((await brevo('GET', '/v3/account')).status).toBe(401);
  await press('/providers/brevo/key');
  expect((await brevo('GET', '/v3/account')).status).toBe(200);
  await app.stop();
});

it('Klaviyo: an event is shown with its properties, once', async () => {
  const headers = {
    authorization: `Klaviyo-API-Key ${KLAVIYO_KEY}`,
    revision: '2026-07-15',
    'content-type': 'application/vnd.api+json',
  };
  const metric = { data: { type: 'metric', attributes: { name: 'order-placed' } } };
  const profile = { data: { type: 'profile', attributes: { email: 'ada@souk.test' } } };
  const attributes = { properties: { text: '<i>Text</i>' }, unique_id: 'one', metric, profile };
  const body = JSON.stringify({ data: { type: 'event', attributes } });
  for (let times = 0; times < 2; times += 1)
    expect((await callHost(running.url, KLAVIYO_HOST, 'POST', '/api/events', body, headers)).status).toBe(202);
  const page = await open('/providers/klaviyo');
  expect(page.match(/<summary>order-placed/g)).toHaveLength(1);
  expect(page).toContain('&lt;i&gt;Text&lt;/i&gt;');
});
