import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { MAIL_TEMPLATE_NAMES, MAIL_TEMPLATES, type MailTemplateName } from '#app/platform/mails/mail.ts';
import { MAIL_VARIABLES } from '#app/platform/mails/mail-variables.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { createMailSender, type MailSources } from '#app/platform/mails/sending.service.server.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let smtp: MailServer;
let store: BuiltStore;
let admin: BuiltUser;

/** The program without its worker: each round of sending is started by the test. The variables are the examples. */
const sources: MailSources = {
  ...mailSources,
  variables: MAIL_TEMPLATE_NAMES.map((template) => ({
    template,
    variables: () => Promise.resolve(MAIL_VARIABLES[template].sample),
    envelope: () => ({}),
  })),
};

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url, worker: false });
  store = await buildStore();
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.mails.length = 0;
  smtp.refused.clear();
  // Tests move the clock past the end of a session, so each has a session of its own.
  admin = await buildAdmin({ store });
});
afterEach(async () => {
  await smtp.comeBack();
  await program().owner.mail.deleteMany();
  await program().owner.mailSuppression.deleteMany();
});

async function send(template: MailTemplateName, address: string, of: BuiltStore = store): Promise<void> {
  const { services } = program().container;
  const at = services.clock.now();
  const mail = { dedupeKey: `test:${nextNumber()}`, template, params: {}, dueAt: at, createdAt: at };
  await services.db.fast(marketplaceScope(of.id), (tx) =>
    queueMails(tx, services, [{ ...mail, audience: { kind: 'address', address } }]),
  );
}
/** Sends what is due, as a worker would: one that finds a mail locked for a moment comes back for it. */
async function sendAll(): Promise<void> {
  const { container, clock, owner } = program();
  const sender = createMailSender(container.services, sources);
  const countDue = () => owner.mail.count({ where: { state: 'queued', dueAt: { lte: clock.now() } } });
  while ((await sender.sendSome()) || (await countDue()) > 0);
}
const mails = () => program().owner.mail.findMany({ orderBy: { id: 'asc' } });
type List = { suppressions: { id: string; email: string; kind: string; detail: string }[]; count: number };
const list = async (query: Record<string, string> = {}) =>
  (await api(admin).get('/notifications/suppressions', { query })).as<List>();
const add = (email: string, kind = 'complaint') =>
  api(admin).post('/notifications/suppressions', { email, kind, detail: 'By phone' });

describe('an address on the list', () => {
  it('gets nothing but mails that are always sent, of all templates', async () => {
    await add('Ada@Gone.test');
    for (const name of MAIL_TEMPLATE_NAMES) await send(name, 'ada@gone.test');
    await sendAll();
    const rows = await mails();
    expect(rows).toHaveLength(MAIL_TEMPLATE_NAMES.length);
    const always = MAIL_TEMPLATE_NAMES.filter((name) => MAIL_TEMPLATES[name].essential);
    expect(rows.filter(({ state }) => state === 'sent').map(({ template }) => template)).toEqual(always);
    expect(smtp.mails).toHaveLength(always.length);
    const suppressed = rows.filter(({ state }) => state === 'suppressed');
    expect(new Set(suppressed.map(({ error }) => error))).toEqual(new Set(['complaint']));
    expect(suppressed).toHaveLength(MAIL_TEMPLATE_NAMES.length - always.length);
  });

  it('is on it in its own store only, and gets a test mail of it neither', async () => {
    await add('ada@gone.test');
    const other = await buildStore();
    await send('order-placed', 'ada@gone.test', other);
    await sendAll();
    expect(smtp.mails).toHaveLength(1);
    const test = await api(admin).post('/notifications/templates/order-placed/test-email', { email: 'ada@gone.test' });
    expect([test.status, (test.body as { issues: { rule: string }[] }).issues[0]?.rule]).toEqual([
      422,
      'address_suppressed',
    ]);
    expect(smtp.mails).toHaveLength(1);
  });

  it('gets mails again once it is lifted, and lifting twice is 404', async () => {
    const id = ((await add('ada@gone.test')).body as { id: string }).id;
    expect((await api(admin).delete(`/notifications/suppressions/${id}`)).status).toBe(200);
    expect((await api(admin).delete(`/notifications/suppressions/${id}`)).status).toBe(404);
    await send('order-placed', 'ada@gone.test');
    await sendAll();
    expect(smtp.mails).toHaveLength(1);
    const actions = await program().owner.auditEvent.findMany({ where: { storeId: store.id }, orderBy: { id: 'asc' } });
    expect(actions.slice(-2).map(({ action }) => action)).toEqual([
      'mail_suppression.added',
      'mail_suppression.lifted',
    ]);
  });

  it('recorded twice stays as it was first', async () => {
    const [first, second] = [await add('ada@gone.test', 'bounce'), await add('ADA@gone.test', 'complaint')];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await list()).toMatchObject({ count: 1, suppressions: [{ kind: 'bounce' }] });
  });
});

describe('a mail server that refuses', () => {
  it('the address permanently: one try, and the address is on the list with the answer and the date', async () => {
    smtp.refused.set('ada@gone.test', { responseCode: 550, text: '5.1.1 No such user' });
    await send('order-placed', 'ada@gone.test');
    await sendAll();
    expect(await mails()).toMatchObject([{ state: 'failed', attempts: 1 }]);
    const found = await list();
    expect(found).toMatchObject({ count: 1, suppressions: [{ email: 'ada@gone.test', kind: 'bounce' }] });
    expect(found.suppressions[0]?.detail).toContain('5.1.1 No such user');
    // The same event once more, by a mail that is always sent, changes nothing.
    await send('auth-invite', 'ada@gone.test');
    await sendAll();
    expect(await list()).toEqual(found);
  });

  it('for now, or for its policy, leaves the address alone and is tried again', async () => {
    smtp.refused.set('ada@slow.test', { responseCode: 451, text: '4.7.1 Try again later' });
    smtp.refused.set('bob@strict.test', { responseCode: 550, text: '5.7.1 Blocked for reputation' });
    await send('order-placed', 'ada@slow.test');
    await send('order-placed', 'bob@strict.test');
    await sendAll();
    expect(await mails()).toMatchObject([
      { state: 'queued', attempts: 1 },
      { state: 'queued', attempts: 1 },
    ]);
    expect((await list()).count).toBe(0);
    smtp.refused.clear();
    program().clock.advance({ minutes: 1 });
    await sendAll();
    expect(smtp.mails).toHaveLength(2);
  });
});

describe('a mail server that is away', () => {
  const MINUTE_MS = 60_000;
  /** Moves the clock minute by minute and sends what is due, as a worker would. */
  async function sendFor(minutes: number): Promise<void> {
    const { clock } = program();
    for (let minute = 0; minute < minutes; minute++) {
      clock.set(new Date(clock.now().getTime() + MINUTE_MS));
      await sendAll();
    }
  }

  it('for 90 minutes loses no mail: no try counts, System and the metrics tell, and each mail arrives once', async () => {
    const names = MAIL_TEMPLATE_NAMES.slice(0, 5);
    for (const name of names) await send(name, 'ada@there.test');
    await smtp.leave();
    await sendFor(90);
    expect(smtp.mails).toEqual([]);
    expect((await mails()).map(({ state, attempts }) => [state, attempts])).toEqual(names.map(() => ['queued', 0]));
    admin = await buildAdmin({ store });
    const status = (await api(admin).get('/system/status')).as<Record<string, unknown>>();
    expect(status).toMatchObject({ failedMails: 0, waitingMails: names.length });
    expect(status.mailsFailingSince).not.toBeNull();
    const metrics = await (await fetch(`${program().url}/metrics`)).text();
    expect(Number(/^souk_mails_failing_seconds (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(89 * 60);
    await smtp.comeBack();
    await sendFor(20);
    expect((await mails()).map(({ state }) => state)).toEqual(names.map(() => 'sent'));
    const ids = smtp.mails.map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([names.length, names.length]);
  });

  it('for longer than two days ends the mail, which is sent again by an admin, by itself or with all others', async () => {
    const { clock, owner } = program();
    await send('order-placed', 'ada@there.test');
    await send('order-placed', 'bo@there.test');
    await smtp.leave();
    await sendAll();
    clock.set(new Date(clock.now().getTime() + 48 * 60 * MINUTE_MS));
    await sendAll();
    const ended = await mails();
    const states = ended.map(({ state }) => state);
    expect(states, ended.map(({ error }) => error).join(', ')).toEqual(['failed', 'failed']);
    await smtp.comeBack();
    admin = await buildAdmin({ store });
    const unsent = (await api(admin).get('/notifications/unsent')).as<{
      mails: { id: string; canSendAgain: boolean }[];
    }>();
    expect(unsent.mails.map(({ canSendAgain }) => canSendAgain)).toEqual([true, true]);
    const [bo] = unsent.mails;
    const path = '/notifications/unsent/send-again';
    expect((await api(admin).post(path, { ids: [bo?.id, '999999'] })).status).toBe(404);
    expect((await api(admin).post(path, { ids: [bo?.id] })).body).toEqual({ queued: 1 });
    expect((await api(admin).post(path, {})).body).toEqual({ queued: 1 });
    expect((await api(admin).post(path, {})).body).toEqual({ queued: 0 });
    await sendAll();
    expect(smtp.mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(['ada@there.test', 'bo@there.test']);
    expect(await owner.mail.count({ where: { state: 'sent' } })).toBe(2);
  });

  it('says nothing about a mail that a service may have sent: it is not sent again', async () => {
    await send('order-placed', 'ada@there.test');
    await program().owner.mail.updateMany({ data: { state: 'failed', error: 'service_unconfirmed' } });
    expect((await api(admin).post('/notifications/unsent/send-again', {})).body).toEqual({ queued: 0 });
  });
});

describe('what an admin reads', () => {
  it('is the list by search and by cursor, without losing or repeating anybody', async () => {
    await program().owner.mailSuppression.createMany({
      data: Array.from({ length: 60 }, (_, at) => ({
        storeId: store.id,
        email: `gone-${String(at).padStart(2, '0')}@souk.test`,
        kind: 'bounce',
        detail: '',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(at / 3))),
      })),
    });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await list(cursor === undefined ? {} : { cursor })) as List & { cursor: string | null };
      seen.push(...page.suppressions.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    expect([(await list({ q: 'GONE-07' })).count, (await list({ q: '_' })).count]).toEqual([1, 0]);
  });

  it('is why each mail was not sent', async () => {
    await add('ada@gone.test', 'blocked');
    smtp.refused.set('bob@gone.test', { responseCode: 550, text: '5.1.1 No such user' });
    await send('order-placed', 'ada@gone.test');
    await send('order-placed', 'bob@gone.test');
    await sendAll();
    const { mails: unsent } = (await api(admin).get('/notifications/unsent')).as<{ mails: { detail: string }[] }>();
    expect(unsent).toMatchObject([
      { template: 'order-placed', email: 'bob@gone.test', reason: null },
      { template: 'order-placed', email: 'ada@gone.test', reason: 'blocked', detail: '' },
    ]);
    expect(unsent[0]?.detail).toContain('No such user');
  });

  it('is refused to a vendor, and never another store’s', async () => {
    await add('ada@gone.test');
    const vendor = await buildUser({ vendor: await buildVendor({ store }) });
    expect((await api(vendor).get('/notifications/suppressions')).status).toBe(403);
    const other = await buildAdmin({ store: await buildStore() });
    expect((await api(other).get('/notifications/suppressions')).body).toMatchObject({ count: 0 });
    const { suppressions } = await list();
    expect((await api(other).delete(`/notifications/suppressions/${suppressions[0]?.id ?? ''}`)).status).toBe(404);
  });
});

it('a person’s export says that their address is on the list, and is forgotten wholly', async () => {
  const email = 'zelda.quorvendale@gone.test';
  await add(email);
  const { owner } = program();
  const at = program().clock.now();
  await owner.mailOptOut.create({ data: { storeId: store.id, email, notice: 'digest', createdAt: at } });
  const customer = { id: 991, email };
  const payload = { shop_domain: store.domain, customer, orders_requested: [], orders_to_redact: [] };
  await deliverWebhook({ shop: store.domain, topic: 'customers/data_request', payload });
  await drainJobs();
  const { requests } = (await api(admin).get('/compliance')).as<{ requests: { id: string }[] }>();
  expect((await api(admin).get(`/compliance/${requests[0]?.id ?? ''}/export`)).body).toMatchObject({
    suppressions: [{ kind: 'complaint', detail: 'By phone' }],
    leftNotices: [{ notice: 'digest' }],
  });
  await deliverWebhook({ shop: store.domain, topic: 'customers/redact', payload });
  await drainJobs();
  expect(findIn(await dumpEverything(), [email])).toEqual([]);
});
