import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Row = { id: string; email: string | null; name: string; preview: string; vendor: string | null; read: boolean };
type List = {
  messages: Row[];
  counts: Record<string, number>;
  count: number;
  pageCount: number;
  cursor: string | null;
};
type Whole = Row & { body: string; fields: { key: string; value: string }[]; askedFor: string | null; own: boolean };

const FORM = 'application/x-www-form-urlencoded';
const EVIL = '<script>window.hacked = true</script>';

/** Sends a message from another address of this machine; answers the status. */
function sendFrom(localAddress: string, message: object): Promise<number> {
  const url = new URL(`${program().url}/api/message/send?store=${store.domain}`);
  const o = { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { ...o, hostname: '127.0.0.1', port: url.port, path: `${url.pathname}${url.search}` },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(message));
  });
}

let smtp: MailServer;
let store: BuiltStore;
let admin: BuiltUser;
let kiln: BuiltVendor;
let potter: BuiltUser;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url });
  store = await buildStore({ name: 'Fjord & Field' });
  await buildStore(); // A second store, so that a call has to say which one it means.
  admin = await buildAdmin({ store });
  kiln = await buildVendor({ store, name: 'Kiln & Co', handle: 'kiln-co' });
  potter = await buildUser({ vendor: kiln });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(async () => {
  await program().drain();
  await program().owner.rateBucket.deleteMany();
  await program().owner.contactMessage.deleteMany();
  await program().owner.mail.deleteMany();
  smtp.mails.length = 0;
});

const shop = () => api({ store: store.domain });
const send = (body: object, headers: Record<string, string> = {}) => shop().post('/message/send', body, { headers });
const fill = (body: object) => shop().post('/message/contact-form', body);
const inbox = async (who: BuiltUser, query: Record<string, string> = {}) =>
  (await api(who).get('/messages', { query })).as<List>();
const whole = async (who: BuiltUser, id: string) =>
  (await api(who).get(`/messages/${id}`)).as<{ message: Whole }>().message;
const issuesOf = (answer: { body: unknown }) =>
  (answer.body as { issues?: { path: string; message: string }[] }).issues?.map((one) => `${one.path}: ${one.message}`);
const mailTo = (address: string): Email | undefined => smtp.mails.find((mail) => mail.to?.[0]?.address === address);

describe('a message to the marketplace', () => {
  it('stands in the inbox of its admins, and they are mailed it with the sender to answer to', async () => {
    const answer = await send({ email: 'Ada@Buyers.test', name: 'Ada', body: 'Hello\nthere' });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    const { messages } = await inbox(admin);
    expect(messages).toMatchObject([{ email: 'ada@buyers.test', name: 'Ada', preview: 'Hello there', vendor: null }]);
    expect(await whole(admin, messages[0]?.id ?? '')).toMatchObject({ body: 'Hello\nthere', own: true, read: false });
    await program().drain();
    const mail = mailTo(admin.email);
    expect(mail?.subject).toBe('💬 Ada wrote to Fjord & Field');
    expect(mail?.replyTo).toEqual([{ address: 'ada@buyers.test', name: 'Ada' }]);
    expect(mail?.html).toContain(`/app/messages/${messages[0]?.id ?? ''}`);
  });

  it('begins no header of a mail, whatever its name and address hold', async () => {
    const name = 'Ada\r\nBcc: victim@evil.test\r\n\r\nInjected';
    expect((await send({ email: 'ada@buyers.test', name, body: 'Hello' })).status).toBe(200);
    for (const email of ['ada@buyers.test\r\nBcc: a@evil.test', 'ada@buyers.test, b@evil.test', '"a" <b@evil.test>']) {
      const refused = await send({ email, body: 'Hello' });
      expect(issuesOf(refused), email).toEqual(['email: Must be a valid e-mail address']);
    }
    await program().drain();
    expect(smtp.mails.flatMap((mail) => [...(mail.bcc ?? []), ...(mail.cc ?? [])])).toEqual([]);
    expect(smtp.mails.map((mail) => mail.to?.[0]?.address)).not.toContain('victim@evil.test');
    expect(mailTo(admin.email)?.replyTo).toEqual([
      { address: 'ada@buyers.test', name: 'Ada Bcc: victim@evil.test Injected' },
    ]);
    expect(mailTo(admin.email)?.headers.filter(({ key }) => key === 'bcc' || key === 'injected')).toEqual([]);
  });

  it('is text in the mail and in the inbox, script or not', async () => {
    await send({ email: 'ada@buyers.test', name: EVIL, body: `${EVIL}\0\uD800` });
    await program().drain();
    expect(mailTo(admin.email)?.html).not.toContain('<script');
    expect(mailTo(admin.email)?.html).toContain('&lt;script&gt;');
    const [row] = (await inbox(admin)).messages;
    expect((await whole(admin, row?.id ?? '')).body).toBe(`${EVIL}\uFFFD`);
  });

  it('needs an address and a text, and neither may be longer than its limit', async () => {
    expect(issuesOf(await send({ email: '', body: ' \n' }))).toEqual(['email: Required field', 'body: Required field']);
    const long = await send({ email: `${'a'.repeat(250)}@b.test`, body: 'x'.repeat(5_001), name: 'n'.repeat(101) });
    expect(long.status).toBe(422);
    expect(issuesOf(long)?.map((issue) => issue.split(':')[0])).toEqual(['email', 'body', 'name']);
    expect((await send({ email: 'ada@buyers.test', body: '\u{1F600}'.repeat(2_500) })).status).toBe(200);
  });

  it('is kept once when the same is sent again, by a second click or under one Idempotency-Key', async () => {
    const letter = { email: 'ada@buyers.test', body: 'Hello' };
    await Promise.all([send(letter), send(letter), send(letter)]);
    expect((await inbox(admin)).count).toBe(1);
    const key = { 'idempotency-key': randomUUID() };
    const again = { email: 'ada@buyers.test', body: 'Another' };
    expect((await send(again, key)).headers.get('idempotent-replayed')).toBeNull();
    expect((await send(again, key)).headers.get('idempotent-replayed')).toBe('true');
    expect((await inbox(admin)).count).toBe(2);
    program().clock.advance({ minutes: 11 });
    await send(letter);
    expect((await inbox(admin)).count).toBe(3);
  });

  it('that fills the field nobody sees goes nowhere, with the same answer', async () => {
    const answers = await Promise.all([
      send({ email: 'bot@evil.test', body: 'Buy', website: 'https://evil.test' }),
      fill({ data: { email: 'bot@evil.test' }, website: 'x' }),
      shop().post('/message/subscribe', { email: 'bot@evil.test', website: 'x' }),
    ]);
    expect(answers.map((one) => [one.status, one.body])).toEqual(Array(3).fill([200, { ok: true }]));
    expect((await inbox(admin)).count).toBe(0);
    expect(await program().owner.subscriber.count()).toBe(0);
  });

  it('is limited by the caller’s address, by e-mail and by store, each by itself', async () => {
    const { owner } = program();
    const letter = (number: number) => send({ email: `visitor-${number}@buyers.test`, body: `Hello ${number}` });
    const statuses: number[] = [];
    for (let number = 0; number < 11; number++) statuses.push((await letter(number)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);

    await owner.rateBucket.deleteMany();
    const same: number[] = [];
    for (let number = 0; number < 6; number++) {
      same.push((await send({ email: 'ada@buyers.test', body: `Same ${number}` })).status);
    }
    expect(same).toEqual([200, 200, 200, 200, 200, 429]);

    await owner.rateBucket.deleteMany();
    await letter(100);
    await owner.rateBucket.updateMany({ data: { hits: 300 } });
    const full = await shop().post('/message/contact-form', { data: { Question: 'No address at all' } });
    expect([full.status, Number(full.headers.get('retry-after')) > 60]).toEqual([429, true]);
  });

  it('is taken from one network address far less often than for the store, so that nobody uses up what is everybody’s', async () => {
    await program().owner.rateBucket.deleteMany();
    const statuses: number[] = [];
    for (let number = 0; number < 25; number++) {
      if (number % 10 === 0) program().clock.advance({ minutes: 2 });
      statuses.push((await send({ email: `flood-${number}@buyers.test`, body: `Flood ${number}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)]);
    const neighbour = await sendFrom('127.0.0.2', { email: 'neighbour@buyers.test', body: 'Hello' });
    expect(neighbour).toBe(200);
    program().clock.advance({ hours: 1 });
    expect((await send({ email: 'flood-99@buyers.test', body: 'An hour later' })).status).toBe(200);
    await Promise.all([admin, potter].map(renewSession));
  });
});

describe('a theme’s own form', () => {
  it('goes to the approved vendor whose handle it names, and to nobody else’s inbox', async () => {
    const other = await buildUser({ vendor: await buildVendor({ store }) });
    const data = { Email: 'ada@buyers.test', Name: 'Ada', Question: 'How big is the bowl?', Empty: '' };
    expect((await fill({ data, vendor: 'Kiln-Co' })).body).toEqual({ ok: true });
    const [row] = (await inbox(potter)).messages;
    expect(row).toMatchObject({ email: 'ada@buyers.test', name: 'Ada', preview: 'How big is the bowl?' });
    expect((await whole(potter, row?.id ?? '')).fields).toEqual([
      { key: 'Email', value: 'ada@buyers.test' },
      { key: 'Name', value: 'Ada' },
      { key: 'Question', value: 'How big is the bowl?' },
    ]);
    expect((await inbox(other)).count).toBe(0);
    expect((await api(other).get(`/messages/${row?.id ?? ''}`)).status).toBe(404);
    expect((await inbox(admin)).messages[0]?.vendor).toBe('Kiln & Co');
    await program().drain();
    expect(mailTo(potter.email)?.subject).toBe('💬 Ada wrote to Kiln & Co');
    expect(mailTo(potter.email)?.replyTo?.[0]?.address).toBe('ada@buyers.test');
    expect([mailTo(admin.email), mailTo(other.email)]).toEqual([undefined, undefined]);
  });

  it('goes to the marketplace where no approved vendor has the handle, with the same answer', async () => {
    await buildVendor({ store, handle: 'seen-on-products', status: 'known' });
    const gone = await buildVendor({ store, handle: 'long-gone' });
    await program().owner.vendor.update({ where: { id: gone.id }, data: { deletedAt: program().clock.now() } });
    const answers = [];
    for (const vendor of ['nobody', 'seen-on-products', 'long-gone', '']) {
      answers.push(await fill({ data: { Question: `For ${vendor}` }, vendor }));
    }
    expect(answers.map((one) => [one.status, one.body])).toEqual(Array(4).fill([200, { ok: true }]));
    const { messages } = await inbox(admin, { for: 'marketplace' });
    const requested = await Promise.all(messages.map(async ({ id }) => (await whole(admin, id)).askedFor));
    expect(requested).toEqual([null, 'long-gone', 'seen-on-products', 'nobody']);
  });

  it('to a vendor that the marketplace manages is mailed to the marketplace', async () => {
    const managed = await buildVendor({ store, handle: 'managed' });
    await program().owner.vendor.update({ where: { id: managed.id }, data: { managedByMarketplace: true } });
    await fill({ data: { Question: 'Hello' }, vendor: 'managed' });
    await program().drain();
    expect(mailTo(admin.email)?.text).toContain(`For ${managed.name}`);
  });

  it('takes twenty fields of two thousand signs and no more', async () => {
    const fields = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`Field ${at}`, 'ø'.repeat(length)]));
    expect((await fill({ data: fields(20, 2_000) })).status).toBe(200);
    expect(issuesOf(await fill({ data: fields(21, 1) }))).toEqual(['data: has more than 20 fields']);
    expect(issuesOf(await fill({ data: fields(1, 2_001) }))?.[0]).toMatch(/^data\.Field 0: /);
    expect((await fill({ data: { ['k'.repeat(51)]: 'x' } })).status).toBe(422);
    expect(issuesOf(await fill({ data: { Question: ' ' } }))).toEqual(['data: Required field']);
    expect(issuesOf(await fill({ data: {} }))).toEqual(['data: Required field']);
    expect(issuesOf(await fill({ data: { Email: 'ada@', Question: 'x' } }))).toEqual([
      'data.Email: Must be a valid e-mail address',
    ]);
    expect((await shop().post('/message/send', JSON.stringify({ body: 'x'.repeat(600_000) }))).status).toBe(413);
  });

  it('may name its store anywhere but in what was typed', async () => {
    const post = (body: object) => api().post('/message/contact-form', body);
    const evil = { store: 'store-2.myshopify.com', Question: 'Hello' };
    expect((await post({ data: evil })).body).toMatchObject({ code: 'store_unknown' });
    expect((await post({ data: evil, store: store.domain })).status).toBe(200);
    expect((await inbox(admin)).count).toBe(1);
  });
});

describe('a page of another origin', () => {
  const url = (path: string) => `${program().url}/api/message/${path}?store=${store.domain}`;
  const origin = 'https://fjord.example';

  it('may call all three without cookies, as JSON and as a form, and read the answer', async () => {
    for (const path of ['send', 'contact-form', 'subscribe']) {
      const requested = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      };
      const preflight = await fetch(url(path), { method: 'OPTIONS', headers: requested });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
      const refused = await fetch(url(path), {
        method: 'POST',
        headers: { origin, 'content-type': FORM },
        body: 'a=b',
      });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([422, '*']);
      expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const body = new URLSearchParams({
      'data[Email]': 'ada@buyers.test',
      'data[Question]': 'Hello',
      vendor: 'kiln-co',
    });
    const sent = await fetch(url('contact-form'), { method: 'POST', headers: { origin }, body });
    expect([sent.status, await sent.json()]).toEqual([200, { ok: true }]);
    expect((await inbox(potter)).messages[0]?.preview).toBe('Hello');
  });

  it('that posts the form without a script sends its visitor to a page that says what became of it', async () => {
    const post = async (path: string, form: Record<string, string>) => {
      const headers = { origin, accept: 'text/html,application/xhtml+xml' };
      const body = new URLSearchParams(form);
      const answer = await fetch(url(path), { method: 'POST', headers, body, redirect: 'manual' });
      return `${answer.status} ${answer.headers.get('location') ?? ''}`;
    };
    const letter = { email: 'ada@buyers.test', body: 'Hello' };
    expect(await post('send', letter)).toBe(`303 /contact/sent?store=${store.domain}&outcome=sent`);
    expect(await post('subscribe', letter)).toBe(`303 /contact/asked?store=${store.domain}&outcome=sent`);
    expect(await post('send', { email: 'ada', 'evil&outcome=sent': 'x' })).toBe(
      `303 /contact/sent?store=${store.domain}&outcome=invalid_input&field=email&field=body`,
    );
    await program().owner.rateBucket.updateMany({ data: { hits: 999 } });
    expect(await post('send', letter)).toBe(`303 /contact/sent?store=${store.domain}&outcome=rate_limited`);
  });
});

describe('the inbox', () => {
  const fillInbox = (count: number, vendorId: bigint | null) =>
    program().owner.contactMessage.createMany({
      data: Array.from({ length: count }, (_, at) => ({
        storeId: store.id,
        vendorId,
        kind: 'message',
        email: `visitor-${at}@buyers.test`,
        body: `Number ${at} 100%`,
        searchText: `visitor-${at}@buyers.test number ${at} 100%`,
        digest: randomUUID(),
        receivedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(at / 2))),
      })),
    });

  it('is read page by page and by cursor without losing or repeating a message', async () => {
    await fillInbox(60, null);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const list = await inbox(admin, cursor === undefined ? {} : { cursor });
      seen.push(...list.messages.map(({ id }) => id));
      cursor = list.cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    const second = await inbox(admin, { page: '2' });
    expect(second.messages.map(({ id }) => id)).toEqual(seen.slice(25, 50));
    expect([second.count, second.pageCount]).toEqual([60, 3]);
  });

  it('finds what was written, who wrote it and in which field, and takes signs of patterns as they are', async () => {
    await fillInbox(12, null);
    await fill({ data: { 'Which size': 'Éxtra "large"' } });
    const found = async (q: string) => (await inbox(admin, { q })).count;
    expect(await found('number 11')).toBe(1);
    expect(await found('visitor-7@')).toBe(1);
    expect(await found('which SIZE')).toBe(1);
    expect(await found('éxtra "large"')).toBe(1);
    expect([await found('100%'), await found('10_%'), await found('%%%')]).toEqual([12, 0, 0]);
  });

  it('keeps unread, all and archived apart; the marketplace’s unread are its own', async () => {
    await fillInbox(2, null);
    await fillInbox(3, kiln.id);
    expect((await inbox(admin)).counts).toEqual({ unread: 2, all: 5, archived: 0 });
    expect((await inbox(potter)).counts).toEqual({ unread: 3, all: 3, archived: 0 });
    expect((await inbox(admin, { view: 'unread', for: 'vendors' })).count).toBe(3);
    const [first, second] = (await inbox(potter)).messages.map(({ id }) => id);
    const change = (id: string | undefined, body: object) => api(potter).patch(`/messages/${id ?? ''}`, body);
    await change(first, { read: true });
    await change(first, { read: true });
    await change(second, { archived: true });
    expect((await inbox(potter)).counts).toEqual({ unread: 1, all: 2, archived: 1 });
    await change(first, { read: false });
    await change(second, { archived: false });
    expect((await inbox(potter)).counts).toEqual({ unread: 3, all: 3, archived: 0 });
  });

  it('deletes permanently, its own only', async () => {
    await fillInbox(1, null);
    const [ours] = (await inbox(admin)).messages;
    expect((await api(potter).delete(`/messages/${ours?.id ?? ''}`)).status).toBe(404);
    expect((await api(potter).patch(`/messages/${ours?.id ?? ''}`, { read: true })).status).toBe(404);
    expect((await api(admin).delete(`/messages/${ours?.id ?? ''}`)).status).toBe(200);
    expect((await api(admin).delete(`/messages/${ours?.id ?? ''}`)).status).toBe(404);
    expect(await program().owner.contactMessage.count()).toBe(0);
  });

  it('is for staff who may see orders, and changed by those who may change them', async () => {
    await fillInbox(1, kiln.id);
    const [row] = (await inbox(potter)).messages;
    const looker = await buildUser({ vendor: kiln, role: 'staff', permissions: ['read_orders'] });
    expect((await inbox(looker)).count).toBe(1);
    expect((await api(looker).patch(`/messages/${row?.id ?? ''}`, { read: true })).status).toBe(403);
    const other = await buildUser({ vendor: kiln, role: 'staff', permissions: ['read_products'] });
    expect((await api(other).get('/messages')).status).toBe(403);
  });

  it('of one vendor is closed to another by the database itself', async () => {
    await fillInbox(1, kiln.id);
    const other = await buildVendor({ store });
    const { db } = program().container.services;
    const count = (vendor: bigint) =>
      db.fast({ storeId: store.id, vendor: vendor as typeof kiln.id }, async (tx) => {
        const rows = await tx.query('SELECT id FROM contact_messages');
        return rows.length;
      });
    expect([await count(kiln.id), await count(other.id)]).toEqual([1, 0]);
  });
});
