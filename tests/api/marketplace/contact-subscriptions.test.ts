import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportSubscribers } from '#app/features/messages/contact/subscribers.service.server.ts';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import { anonymousCtx } from '#app/main/ctx.server.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let smtp: MailServer;
let store: BuiltStore;
let other: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url });
  store = await buildStore({ name: 'Fjord & Field' });
  other = await buildStore();
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(async () => {
  await program().drain();
  const { owner } = program();
  await Promise.all([owner.rateBucket.deleteMany(), owner.subscriber.deleteMany(), owner.mail.deleteMany()]);
  smtp.mails.length = 0;
  // Tests move the clock past the end of a session, so each has a session of its own.
  admin = await buildAdmin({ store });
});

const shop = (of: BuiltStore = store) => api({ store: of.domain });
const ask = (email: string, headers: Record<string, string> = {}, of: BuiltStore = store) =>
  shop(of).post('/message/subscribe', { email }, { headers });
const statusOf = async (email: string) =>
  (await program().owner.subscriber.findFirst({ where: { storeId: store.id, email } }))?.status;
const mailsTo = (address: string): Email[] => smtp.mails.filter((mail) => mail.to?.[0]?.address === address);
const headerOf = (mail: Email | undefined, key: string) => mail?.headers.find((one) => one.key === key)?.value ?? '';

/** The token of a link in the newest mail to an address. */
async function tokenOf(address: string, page: 'confirm' | 'unsubscribe'): Promise<string> {
  await program().drain();
  const links = [...(mailsTo(address).at(-1)?.text ?? '').matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link));
  return links.find((link) => link.pathname === `/contact/${page}`)?.searchParams.get('token') ?? '';
}
const confirm = (token: string, of: BuiltStore = store) => shop(of).post('/message/subscription/confirm', { token });
const end = (token: string, of: BuiltStore = store) => shop(of).post('/message/subscription/end', { token });

describe('subscribing', () => {
  it('asks the address by mail first, and is confirmed by the link of that mail alone', async () => {
    const answer = await ask('Ada@Buyers.test', { origin: 'https://fjord.example', 'accept-language': 'de' });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(await statusOf('ada@buyers.test')).toBe('pending');
    const token = await tokenOf('ada@buyers.test', 'confirm');
    expect(mailsTo('ada@buyers.test').map((mail) => mail.subject)).toEqual([
      '📮 Möchten Sie Neuigkeiten von Fjord & Field erhalten?',
    ]);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    await program().drain();
    expect(mailsTo('ada@buyers.test')).toHaveLength(2);
    const list = await api(admin).get('/subscribers');
    expect(list.body).toMatchObject({
      subscribers: [{ email: 'ada@buyers.test', status: 'confirmed', source: 'fjord.example' }],
      counts: { all: 1, confirmed: 1, pending: 0, unsubscribed: 0 },
    });
  });

  it('answers alike for addresses that are new, waiting, subscribed and gone', async () => {
    await ask('waiting@buyers.test');
    await ask('in@buyers.test');
    await confirm(await tokenOf('in@buyers.test', 'confirm'));
    await ask('out@buyers.test');
    await end(await tokenOf('out@buyers.test', 'unsubscribe'));
    const answers = [];
    for (const name of ['new', 'waiting', 'in', 'out']) answers.push(await ask(`${name}@buyers.test`));
    expect(new Set(answers.map((one) => `${one.status} ${JSON.stringify(one.body)}`)).size).toBe(1);
    expect(await Promise.all(['in', 'out'].map((name) => statusOf(`${name}@buyers.test`)))).toEqual([
      'confirmed',
      'pending',
    ]);
  });

  it('fills nobody’s mailbox: two questions a day and six a month for one address, and never a different answer', async () => {
    const { owner, clock } = program();
    const flood = async () => {
      // Many callers, so that only the limit of the address itself is left.
      for (let number = 0; number < 5; number++) {
        expect((await ask('victim@buyers.test')).body).toEqual({ ok: true });
      }
      await program().drain();
      return mailsTo('victim@buyers.test').length;
    };
    expect(await flood()).toBe(2);
    const counts: number[] = [];
    for (let day = 0; day < 4; day++) {
      clock.advance({ days: 1, minutes: 1 });
      counts.push(await flood());
    }
    expect(counts).toEqual([4, 6, 6, 6]);
    expect(await owner.subscriber.count()).toBe(1);
  });

  it('refuses what is no address, or too long a one', async () => {
    for (const email of ['', 'ada', 'ada@buyers.test\r\nBcc: x@evil.test', `${'a'.repeat(250)}@b.test`]) {
      expect((await ask(email)).status).toBe(422);
    }
    expect(await program().owner.subscriber.count()).toBe(0);
  });
});

describe('a link in a mail', () => {
  it('does one thing, in one store, until it ends', async () => {
    await ask('ada@buyers.test');
    const yes = await tokenOf('ada@buyers.test', 'confirm');
    const no = await tokenOf('ada@buyers.test', 'unsubscribe');
    const last = yes.endsWith('A') ? 'B' : 'A';
    const refused = [
      await confirm(no),
      await end(yes),
      await confirm(yes, other),
      await end(no, other),
      await confirm(`${yes.slice(0, -1)}${last}`),
      await confirm('made-up'),
    ];
    expect(refused.map((one) => [one.status, (one.body as { code: string }).code])).toEqual(
      Array(6).fill([410, 'link_expired']),
    );
    expect(await statusOf('ada@buyers.test')).toBe('pending');
    program().clock.advance({ days: 7, minutes: 1 });
    expect((await confirm(yes)).status).toBe(410);
    expect((await end(no)).status).toBe(200);
  });

  it('of before the end means nothing after a new beginning, but always ends', async () => {
    await ask('ada@buyers.test');
    const [oldYes, oldNo] = [
      await tokenOf('ada@buyers.test', 'confirm'),
      await tokenOf('ada@buyers.test', 'unsubscribe'),
    ];
    expect([(await end(oldNo)).status, (await end(oldNo)).status]).toEqual([200, 200]);
    expect((await confirm(oldYes)).status).toBe(410);
    await ask('ada@buyers.test');
    expect((await confirm(oldYes)).status).toBe(410);
    await confirm(await tokenOf('ada@buyers.test', 'confirm'));
    expect(await statusOf('ada@buyers.test')).toBe('confirmed');
    expect((await end(oldNo)).status).toBe(200);
    expect(await statusOf('ada@buyers.test')).toBe('unsubscribed');
  });

  it('names no address that could be read on the way', async () => {
    await ask('ada.lovelace@buyers.test');
    const token = await tokenOf('ada.lovelace@buyers.test', 'confirm');
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/ada|lovelace|subscriber/);
    expect(mailsTo('ada.lovelace@buyers.test')[0]?.text).not.toMatch(/https?:\S*lovelace/);
  });

  it('is readable for mail programs too, which may end it with one click', async () => {
    await ask('ada@buyers.test');
    await confirm(await tokenOf('ada@buyers.test', 'confirm'));
    await program().drain();
    for (const mail of mailsTo('ada@buyers.test')) {
      expect(headerOf(mail, 'list-unsubscribe')).toMatch(/^<http[^>]+\/contact\/unsubscribe\?[^>]+token=[^>]+>$/);
      expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(mail.text).not.toContain('because you work with');
    }
    expect(mailsTo('ada@buyers.test')).toHaveLength(2);
  });
});

describe('the list of subscribers', () => {
  const buildMany = (count: number) =>
    program().owner.subscriber.createMany({
      data: Array.from({ length: count }, (_, at) => ({
        storeId: store.id,
        email: `reader-${String(at).padStart(4, '0')}@buyers.test`,
        status: at % 2 === 0 ? 'confirmed' : 'pending',
        source: at === 0 ? '=HYPERLINK("http://x")' : 'fjord.example',
        locale: 'en',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(at / 3))),
        requestedAt: new Date(Date.UTC(2026, 0, 1)),
        confirmedAt: at % 2 === 0 ? new Date(Date.UTC(2026, 0, 2)) : null,
      })),
    });
  const ctxOf = () =>
    anonymousCtx({ requestId: '', address: '', origin: program().url, store: store.domain, headers: new Headers() });

  it('is exported whole, some rows at a time, and safe in a spreadsheet', async () => {
    await buildMany(1_203);
    const ctx = await ctxOf();
    const text = await new Response(await exportSubscribers(ctx, { status: 'all', q: '' })).text();
    const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head).toBe('email,status,source,language,created_at,confirmed_at,unsubscribed_at');
    expect(new Set(lines).size).toBe(1_203);
    expect(lines.at(-1)).toBe(
      `reader-0000@buyers.test,confirmed,"'=HYPERLINK(""http://x"")",en,2026-01-01T01:00:00+01:00,2026-01-02T01:00:00+01:00,`,
    );
    const some = await new Response(await exportSubscribers(ctx, { status: 'pending', q: 'reader-000' })).text();
    expect(some.trimEnd().split('\r\n')).toHaveLength(6);
    const recorded = await program().owner.auditEvent.findMany({ where: { action: 'subscriber.exported' } });
    expect(recorded).toHaveLength(2);
  });

  it('is searched, filtered and read by cursor without losing or repeating anybody', async () => {
    await buildMany(60);
    type List = { subscribers: { id: string }[]; count: number; cursor: string | null };
    const list = async (query: Record<string, string>) => (await api(admin).get('/subscribers', { query })).as<List>();
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: List = await list(cursor === undefined ? {} : { cursor });
      seen.push(...page.subscribers.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    expect((await list({ status: 'pending' })).count).toBe(30);
    expect([(await list({ q: 'READER-0007' })).count, (await list({ q: '_' })).count]).toEqual([1, 0]);
  });

  it('forgets somebody wholly: the row, the address in the log of mails, and what still waits to be sent', async () => {
    await ask('ada@buyers.test');
    const no = await tokenOf('ada@buyers.test', 'unsubscribe');
    const { subscribers } = (await api(admin).get('/subscribers')).as<{ subscribers: { id: string }[] }>();
    const id = subscribers[0]?.id ?? '';
    expect((await api(admin).delete(`/subscribers/${id}`)).status).toBe(200);
    expect(findIn(await dumpEverything(), ['ada@buyers.test'])).toEqual([]);
    expect((await end(no)).body).toEqual({ ok: true });
    expect((await api(admin).delete(`/subscribers/${id}`)).status).toBe(404);
  });
});

describe('what visitors left', () => {
  const write = (email: string, body = 'Hello') => shop().post('/message/send', { email, body });

  it('is part of what a person’s export holds, and goes when the person is to be forgotten', async () => {
    const email = 'zelda.quorvendale@buyers.test';
    await write(email, 'Is the lamp quiet?');
    await write('friend@buyers.test', `Please write to Zelda.Quorvendale@buyers.test`);
    await shop().post('/message/contact-form', { data: { Who: 'Zelda', Contact: email } });
    await write('stranger@buyers.test');
    await ask(email);
    await program().drain();
    const payload = {
      shop_domain: store.domain,
      customer: { id: 991, email },
      orders_requested: [],
      orders_to_redact: [],
    };
    await deliverWebhook({ shop: store.domain, topic: 'customers/data_request', payload });
    await program().drain();
    const { requests } = (await api(admin).get('/compliance')).as<{ requests: { id: string }[] }>();
    const exported = (await api(admin).get(`/compliance/${requests[0]?.id ?? ''}/export`)).body;
    expect(exported).toMatchObject({
      messages: [{ body: 'Is the lamp quiet?' }],
      subscriptions: [{ status: 'pending' }],
    });

    await deliverWebhook({ shop: store.domain, topic: 'customers/redact', payload });
    await program().drain();
    expect(findIn(await dumpEverything(), [email])).toEqual([]);
    const left = await program().owner.contactMessage.findMany({ where: { storeId: store.id } });
    expect(left.map((one) => one.email)).toEqual(['stranger@buyers.test']);
  });

  it('is kept two years; an address that never said yes a month, one that left a year', async () => {
    const { owner, clock, container } = program();
    await owner.contactMessage.deleteMany();
    const sweep = () => sweepStore(container.services, store.id);
    const left = async () => [await owner.contactMessage.count(), await owner.subscriber.count()];
    await write('ada@buyers.test');
    await ask('never@buyers.test');
    await ask('stays@buyers.test');
    await confirm(await tokenOf('stays@buyers.test', 'confirm'));
    await ask('left@buyers.test');
    await end(await tokenOf('left@buyers.test', 'unsubscribe'));
    const counts = [];
    for (const days of [29, 2, 333, 2, 363, 2]) {
      clock.advance({ days });
      await sweep();
      counts.push(await left());
    }
    expect(counts).toEqual([
      [1, 3],
      [1, 2],
      [1, 2],
      [1, 1],
      [1, 1],
      [0, 1],
    ]);
  });

  it('goes wholly with the store', async () => {
    const gone = await buildStore();
    await shop(gone).post('/message/send', { email: 'ada@buyers.test', body: 'Hello' });
    await ask('ada@buyers.test', {}, gone);
    await program().drain();
    await program().owner.store.update({ where: { id: gone.id }, data: { uninstalledAt: program().clock.now() } });
    await deliverWebhook({ shop: gone.domain, topic: 'shop/redact', payload: { shop_domain: gone.domain } });
    await program().drain();
    const where = { where: { storeId: gone.id } };
    expect([await program().owner.contactMessage.count(where), await program().owner.subscriber.count(where)]).toEqual([
      0, 0,
    ]);
  });
});
