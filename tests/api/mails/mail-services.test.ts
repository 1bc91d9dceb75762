import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { isServiceMail } from '#app/platform/mails/integration/integration.ts';
import { MAIL_TEMPLATE_NAMES, type MailTemplateName } from '#app/platform/mails/mail.ts';
import { MAIL_VARIABLES } from '#app/platform/mails/mail-variables.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { createMailSender, type MailSources } from '#app/platform/mails/sending.service.server.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { BREVO_KEY } from '#sandbox/providers/mail/brevo.ts';
import { KLAVIYO_KEY } from '#sandbox/providers/mail/klaviyo.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { dumpEverything } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

/** The variables are the examples, so that every template can be sent. */
const sources: MailSources = {
  ...mailSources,
  variables: MAIL_TEMPLATE_NAMES.map((template) => ({
    template,
    variables: () => Promise.resolve(MAIL_VARIABLES[template].sample),
    envelope: () => ({}),
  })),
};

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
});
afterAll(() => program().stop());
beforeEach(async () => {
  store = await buildStore({ name: 'Kiln Market' });
  admin = await buildAdmin({ store });
});
afterEach(async () => {
  await program().owner.mail.deleteMany();
  await control('DELETE', '/faults');
  await control('DELETE', '/mail');
  for (const service of ['brevo', 'klaviyo']) await control('POST', `/${service}/key`, { isRevoked: false });
});

function control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const { sandbox } = program();
  if (!sandbox) throw new Error('the sandbox runs');
  return sandbox.control<T>(method, path, body);
}
const fault = (target: string, operation: string, kind: string, o: object = {}) =>
  control('POST', '/faults', { target, operation, kind, times: 1, ...o });

type Service = {
  service: string;
  hint: string;
  receivesBounces: boolean;
  problem: string | null;
  acceptedAt: string | null;
};
const connect = (service: string, apiKey = '') => api(admin).patch('/notifications/integration', { service, apiKey });
const read = async () => (await api(admin).get('/notifications/integration')).as<Service>();

async function send(template: MailTemplateName, address = 'ada@kiln.test'): Promise<void> {
  const { services } = program().container;
  const at = services.clock.now();
  const mail = { dedupeKey: `test:${nextNumber()}`, template, params: {}, dueAt: at, createdAt: at };
  await services.db.fast(marketplaceScope(store.id), (tx) =>
    queueMails(tx, services, [{ ...mail, audience: { kind: 'address', address } }]),
  );
}
async function sendAll(): Promise<void> {
  const sender = createMailSender(program().container.services, sources);
  while (await sender.sendSome());
}
/** Tries what waits, again and again, until nothing does. */
async function tryAll(minutes: number): Promise<void> {
  for (let passed = 0; passed <= minutes; passed += 1) {
    await sendAll();
    program().clock.advance({ minutes: 1 });
  }
  await sendAll();
}
const mails = (template: string) =>
  program().owner.mail.findMany({
    where: { storeId: store.id, template, audience: 'address' },
    orderBy: { id: 'asc' },
  });
type Caught = { to: string; subject: string; from: string; headers: Record<string, string> };
const caught = () => control<Caught[]>('GET', '/mail');
const byBrevo = async () => (await caught()).filter((mail) => mail.headers['x-sandbox-sent-by'] === 'Brevo');
const events = async () =>
  (
    await control<{ events: { metric: string; email: string; properties: Record<string, unknown> }[] }>(
      'GET',
      '/klaviyo',
    )
  ).events;

describe('a mail service', () => {
  it('is connected with a key that it takes, shown by its last characters alone, and reported to the admins', async () => {
    const refused = await connect('brevo', 'xkeysib-somebody-elses-key');
    expect([refused.status, refused.as<{ issues: { path: string; rule: string }[] }>().issues[0]]).toMatchObject([
      422,
      { path: 'apiKey', rule: 'key_unknown' },
    ]);
    expect((await connect('brevo')).status).toBe(422);
    expect((await connect('mailchimp', BREVO_KEY)).status).toBe(422);
    expect(await read()).toMatchObject({ service: 'none' });
    expect((await connect('brevo', BREVO_KEY)).body).toMatchObject({
      service: 'brevo',
      hint: 'cdef',
      receivesBounces: true,
    });
    await sendAll();
    const reported = (await caught()).find((mail) => mail.subject.includes('Brevo is connected'));
    // A mail to the marketplace: by our own mail server.
    expect(reported?.headers['x-sandbox-sent-by']).toBeUndefined();
    const info = (await api(admin).get('/app/info')).as<{ settings: { notifications: object } }>();
    expect(info.settings.notifications).toMatchObject({ integration: { service: 'brevo', hint: 'cdef' } });
    const history = (await api(admin).get('/settings/history')).as<{ changes: { changes: object[] }[] }>();
    expect(history.changes[0]?.changes[0]).toEqual({ key: 'notifications.integration', from: '', to: 'Brevo …cdef' });
    expect((await connect('none')).body).toMatchObject({ service: 'none', hint: '' });
    expect((await control<{ webhooks: object[] }>('GET', '/brevo')).webhooks).toEqual([]);
  });

  it('is connected, kept and taken away by the settings object, and a refused key saves nothing of it', async () => {
    await connect('none');
    const save = (notifications: object) => api(admin).patch('/app/info/features', { features: { notifications } });
    const settings = async () =>
      (await api(admin).get('/app/info')).as<{
        settings: { notifications: { integration: object; replyTo: string } };
      }>().settings.notifications;
    expect(await save({ integration: { service: 'brevo' } })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'features.notifications.integration.apiKey', message: 'Required field' }] },
    });
    const unknown = { service: 'brevo', apiKey: `xkeysib-${'0'.repeat(40)}` };
    expect(await save({ integration: unknown, replyTo: 'lost@souk.test' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'features.notifications.integration.apiKey', rule: 'key_unknown' }] },
    });
    expect(await settings()).toMatchObject({ integration: { service: 'none' }, replyTo: '' });
    expect((await save({ integration: { service: 'brevo', apiKey: BREVO_KEY } })).status).toBe(200);
    const { integration } = await settings();
    expect(integration).toEqual({ service: 'brevo', hint: BREVO_KEY.slice(-4) });
    expect((await save({ integration })).status).toBe(200);
    expect(await read()).toMatchObject({ service: 'brevo', receivesBounces: true });
    expect((await save({ integration: { service: 'none' } })).status).toBe(200);
    expect(await read()).toMatchObject({ service: 'none' });
    expect((await control<{ webhooks: object[] }>('GET', '/brevo')).webhooks).toEqual([]);
  });

  it('shows its key nowhere: not in an answer, the history or a column, and not to a vendor', async () => {
    await connect('brevo', BREVO_KEY);
    const seller = await buildUser({ vendor: await buildVendor({ store }) });
    expect((await api(seller).get('/notifications/integration')).status).toBe(403);
    const answers = await Promise.all(
      ['/notifications/integration', '/app/info', '/settings/history', '/settings'].map((path) => api(admin).get(path)),
    );
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(BREVO_KEY);
    expect(JSON.stringify((await api(seller).get('/app/info')).body)).not.toContain('integration":{');
    expect(await dumpEverything()).not.toContain(BREVO_KEY);
  });

  it('gets the mails to vendors and applicants; all others stay with our own mail server', async () => {
    await connect('brevo', BREVO_KEY);
    await program().owner.mail.deleteMany();
    for (const name of MAIL_TEMPLATE_NAMES) await send(name);
    await sendAll();
    expect(await byBrevo()).toHaveLength(MAIL_TEMPLATE_NAMES.filter(isServiceMail).length);
    expect(await caught()).toHaveLength(MAIL_TEMPLATE_NAMES.length);
    const rows = await program().owner.mail.findMany({ where: { storeId: store.id } });
    const handed = rows.filter(({ handedTo }) => handedTo === 'brevo').map(({ template }) => template);
    expect(handed.sort()).toEqual(MAIL_TEMPLATE_NAMES.filter(isServiceMail).sort());
    expect(handed).not.toContain('auth-invite');
    expect(handed.some((name) => name.startsWith('marketplace-') || name.startsWith('auth-'))).toBe(false);
    expect((await read()).acceptedAt).not.toBeNull();
  });
});

describe('Brevo', () => {
  beforeEach(async () => {
    await connect('brevo', BREVO_KEY);
    await program().owner.mail.deleteMany();
  });

  it('sends with the unsubscribe headers, from the chosen sender of another domain, as a test too', async () => {
    const notifications = {
      sendingEmail: 'hello@kiln-market.example',
      senderName: 'Kiln',
      replyTo: 'help@kiln.example',
    };
    await api(admin).patch('/app/info/features', { features: { notifications } });
    await send('order-reminder-1');
    await sendAll();
    const [mail] = await byBrevo();
    expect(mail).toMatchObject({ from: 'hello@kiln-market.example', to: 'ada@kiln.test' });
    expect(mail?.headers['list-unsubscribe']).toMatch(/^<http.+token=.+>$/);
    expect(mail?.headers).toMatchObject({
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'reply-to': 'help@kiln.example',
    });
    const test = await api(admin).post('/notifications/templates/order-placed/test-email', { email: 'me@kiln.test' });
    expect(test.body).toEqual({ ok: true, sentBy: 'brevo' });
    const own = await api(admin).post('/notifications/templates/auth-invite/test-email', { email: 'me@kiln.test' });
    expect(own.body).toEqual({ ok: true, sentBy: 'own' });
  });

  it('sends a mail once whose answer was lost, and again, within the time that it knows the key', async () => {
    await fault('brevo', 'send', 'drop_response', { times: 2 });
    await send('order-placed');
    await sendAll();
    expect(await mails('order-placed')).toMatchObject([{ state: 'queued', handedTo: 'brevo', attempts: 1 }]);
    await tryAll(5);
    expect(await mails('order-placed')).toMatchObject([{ state: 'sent', handedTo: 'brevo' }]);
    expect(await caught()).toHaveLength(1);
  });

  it('is asked about a mail whose answer was lost too long ago: what it took is not sent again', async () => {
    await fault('brevo', 'send', 'drop_response', { times: 1 });
    await send('order-placed', 'taken@kiln.test');
    await sendAll();
    await fault('brevo', 'send', 'drop', { times: 1 });
    await send('order-placed', 'lost@kiln.test');
    await sendAll();
    program().clock.advance({ minutes: 16 });
    await sendAll();
    expect(await mails('order-placed')).toMatchObject([
      { state: 'sent', handedTo: 'brevo' },
      { state: 'sent', handedTo: null },
    ]);
    const sent = (await caught()).map((mail) => [mail.to, mail.headers['x-sandbox-sent-by'] ?? 'own']);
    expect(sent).toEqual([
      ['taken@kiln.test', 'Brevo'],
      ['lost@kiln.test', 'own'],
    ]);
  });

  it('holds a mail of which nobody can tell whether it was sent, with that as its reason', async () => {
    await fault('brevo', 'send', 'drop', { times: 1 });
    await send('order-placed');
    await sendAll();
    await connect('none');
    await tryAll(2);
    expect(await mails('order-placed')).toMatchObject([{ state: 'failed', error: 'service_unconfirmed' }]);
    const unsent = (await api(admin).get('/notifications/unsent')).as<{ mails: object[] }>();
    expect(unsent.mails[0]).toMatchObject({ reason: 'service_unconfirmed', detail: '' });
    expect((await caught()).filter(({ to }) => to === 'ada@kiln.test')).toEqual([]);
  });

  it('with a revoked key leaves the mails to our own mail server at once, says so, and is tried again after an hour', async () => {
    await control('POST', '/brevo/key', { isRevoked: true });
    await send('order-placed');
    await sendAll();
    expect(await mails('order-placed')).toMatchObject([{ state: 'sent', handedTo: null }]);
    expect(await byBrevo()).toEqual([]);
    expect(await read()).toMatchObject({ problem: 'key' });
    await control('POST', '/brevo/key', { isRevoked: false });
    await send('order-placed');
    await sendAll();
    expect(await byBrevo()).toEqual([]);
    program().clock.advance({ minutes: 61 });
    admin = await buildAdmin({ store });
    await send('order-placed');
    await sendAll();
    expect(await byBrevo()).toHaveLength(1);
    expect(await read()).toMatchObject({ problem: null });
  });

  it('that is busy is tried three times, then our own mail server sends; a sender it does not know likewise at once', async () => {
    await fault('brevo', 'send', 'throttle', { times: 3 });
    await send('order-placed');
    await tryAll(4);
    expect(await mails('order-placed')).toMatchObject([{ state: 'sent', handedTo: null, attempts: 3 }]);
    expect(await read()).toMatchObject({ problem: 'busy' });
    await api(admin).patch('/app/info/features', {
      features: { notifications: { sendingEmail: 'a@unverified.example' } },
    });
    await send('order-placed');
    await sendAll();
    expect(await read()).toMatchObject({ problem: 'sender' });
    expect(await byBrevo()).toEqual([]);
    expect(await caught()).toHaveLength(2);
  });

  it('reports bounces and complaints, one or many at once, and twice: they are listed once, and reminders left', async () => {
    const tell = async (event: string, emails: string[]) => {
      await control('POST', '/brevo/events', { event, emails });
      await control('POST', '/drain', { app: false });
    };
    for (let times = 0; times < 2; times += 1) {
      await tell('hard_bounce', ['Ada@gone.test', 'bob@gone.test']);
      await tell('spam', ['eve@gone.test']);
      await tell('unsubscribed', ['kim@kiln.test']);
      await tell('soft_bounce', ['may@kiln.test']);
    }
    const { suppressions } = (await api(admin).get('/notifications/suppressions')).as<{
      suppressions: { email: string; kind: string; detail: string }[];
    }>();
    expect(suppressions.map(({ email, kind }) => [email, kind]).sort()).toEqual([
      ['ada@gone.test', 'bounce'],
      ['bob@gone.test', 'bounce'],
      ['eve@gone.test', 'complaint'],
    ]);
    expect(suppressions.find(({ email }) => email === 'ada@gone.test')?.detail).toContain('5.1.1');
    await send('order-placed', 'eve@gone.test');
    await send('order-reminder-1', 'kim@kiln.test');
    await send('order-placed', 'kim@kiln.test');
    await sendAll();
    expect((await byBrevo()).map(({ to }) => to)).toEqual(['kim@kiln.test']);
  });

  it('is believed at its secret address alone', async () => {
    const { webhooks } = await control<{ webhooks: { url: string }[] }>('GET', '/brevo');
    const url = webhooks.at(-1)?.url ?? '';
    const body = JSON.stringify({ event: 'hard_bounce', email: 'victim@kiln.test' });
    const post = async (to: string, text = body) => (await fetch(to, { method: 'POST', body: text })).status;
    const other = await buildStore();
    const forged = [
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      url.replace(/[^/]+$/, 'x'.repeat(43)),
      url.replace(store.domain, other.domain),
      url.replace(/\/[^/]+$/, ''),
      `${url}/more`,
    ];
    for (const address of forged) expect(await post(address), address).toBe(404);
    for (const text of ['', 'nothing', '{"event":1}', '[{}]']) expect(await post(url, text), text).toBe(400);
    expect((await fetch(url)).status).toBe(405);
    expect(await program().owner.mailSuppression.count({ where: { email: 'victim@kiln.test' } })).toBe(0);
    expect(await post(url)).toBe(200);
    expect(await program().owner.mailSuppression.count({ where: { email: 'victim@kiln.test' } })).toBe(1);
    // Another key has another address; the old one is nobody's.
    await connect('brevo', BREVO_KEY);
    expect(await post(url)).toBe(404);
  });
});

describe('Klaviyo', () => {
  beforeEach(async () => {
    await connect('klaviyo', KLAVIYO_KEY);
    await program().owner.mail.deleteMany();
  });

  it('gets an event with our text in place of a mail, once, also where its answer was lost', async () => {
    await fault('klaviyo', 'events', 'drop_response', { times: 2 });
    await send('order-placed', 'klaviyo-once@kiln.test');
    await tryAll(20);
    const found = (await events()).filter(({ email }) => email === 'klaviyo-once@kiln.test');
    expect(found).toMatchObject([
      {
        metric: 'order-placed',
        properties: { order_number: '#1042', store: 'Kiln Market', subject: '🛍️ New order #1042' },
      },
    ]);
    expect(found[0]?.properties['text']).toContain('Open the order');
    expect(await caught()).toEqual([]);
    expect(await mails('order-placed')).toMatchObject([{ state: 'sent', handedTo: 'klaviyo' }]);
  });

  it('gets no mails to the marketplace and none of signing in; a test sends an event', async () => {
    await send('marketplace-new-vendor');
    await send('auth-invite');
    await sendAll();
    expect(await caught()).toHaveLength(2);
    const test = await api(admin).post('/notifications/templates/order-placed/test-email', {
      email: 'klaviyo-test@kiln.test',
    });
    expect(test.body).toEqual({ ok: true, sentBy: 'klaviyo' });
    expect((await events()).at(-1)).toMatchObject({ email: 'klaviyo-test@kiln.test', properties: { is_test: true } });
  });

  it('that does not answer at all is tried again, and the mail is held with its reason when nobody can tell', async () => {
    await fault('klaviyo', 'events', 'error', { status: 503, times: 100 });
    await send('order-placed');
    for (let tries = 0; tries < 8; tries++) {
      await sendAll();
      program().clock.advance({ hours: 36 });
    }
    expect(await mails('order-placed')).toMatchObject([{ state: 'failed', error: 'service_unconfirmed', attempts: 8 }]);
    expect(await caught()).toEqual([]);
  });
});
