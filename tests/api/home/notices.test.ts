import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { BellNoticeDto, NoticeTopicsDto } from '#app/platform/notices/notices.contract.ts';
import { NOTICE_DAYS, type NoticeKind } from '#app/platform/notices/notice.ts';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildOfferRow, switchOffers } from '#tests/factories/offers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltVendor;
let south: BuiltVendor;
let ada: BuiltUser;
let ben: BuiltUser;
let other: BuiltUser;

beforeAll(() => startProgram());
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  store = await buildStore();
  admin = await buildAdmin({ store });
  north = await buildVendor({ store, name: 'North' });
  south = await buildVendor({ store, name: 'South' });
  ada = await buildUser({ vendor: north });
  ben = await buildUser({ vendor: north });
  other = await buildUser({ vendor: south });
});

type List = { notices: BellNoticeDto[]; unread: number; cursor: string | null };
const list = async (by: BuiltUser, query: Record<string, string> = {}) =>
  (await api(by).get('/notices', { query })).as<List>();
const kindsOf = async (by: BuiltUser) => (await list(by)).notices.map(({ kind }) => kind);
const unread = async (by: BuiltUser) => (await api(by).get('/notices/unread')).as<{ unread: number }>().unread;
const markRead = (by: BuiltUser, ids?: string[]) => api(by).put('/notices/read', ids ? { ids } : {});

/** A notice as its cause leaves it: of a vendor, or of the marketplace's admins. */
async function buildNotice(
  of: BuiltVendor | null,
  kind: NoticeKind,
  o: { subject: string; subjectId?: bigint; at?: Date },
): Promise<string> {
  const { id } = await program().owner.notice.create({
    data: {
      storeId: store.id,
      vendorId: of?.id ?? null,
      kind,
      subject: o.subject,
      subjectId: o.subjectId ?? BigInt(nextNumber()),
      dedupeKey: `test:${nextNumber()}`,
      createdAt: o.at ?? program().clock.now(),
    },
  });
  return String(id);
}
const buildMessageNotice = (of: BuiltVendor | null, at?: Date) =>
  buildNotice(of, 'contactMessage', { subject: 'message', ...(at ? { at } : {}) });

describe('who gets a notice', () => {
  test('an order: the people of its vendor who may read orders, with its number and the way to it, and nobody else', async () => {
    const clerk = await buildUser({ vendor: north, role: 'staff', permissions: ['read_products'] });
    await buildDefaultList(store);
    const order = await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    expect(await list(ada)).toMatchObject({
      unread: 1,
      cursor: null,
      notices: [
        {
          kind: 'orderPlaced',
          name: order.name,
          path: `/orders/${order.id}`,
          isRead: false,
          amount: { amount: '18.00', currency: 'USD' },
        },
      ],
    });
    expect(await kindsOf(ben)).toEqual(['orderPlaced']);
    for (const person of [clerk, other, admin]) {
      expect(await kindsOf(person)).toEqual([]);
      expect(await unread(person)).toBe(0);
    }
  });

  test('an application: the admins, and no vendor', async () => {
    const vendorName = 'Fjord Candles';
    const application = { email: 'hello@fjord.test', vendorName, store: store.domain, fields: [] };
    expect((await api({ store: store.domain }).post('/vendor/application', application)).status).toBe(201);
    const { notices } = await list(admin);
    expect(notices).toMatchObject([{ kind: 'applicationReceived', name: vendorName }]);
    expect(notices[0]?.path).toMatch(/^\/applications\?open=\d+$/);
    expect(await kindsOf(ada)).toEqual([]);
    expect(JSON.stringify(notices)).not.toContain('hello@fjord.test');
  });

  test('the same occasion twice: once, and mails that are switched off have their notice all the same', async () => {
    const off = { features: { notifications: { disableAll: true } } };
    expect((await api(admin).patch('/app/info/features', off)).status).toBe(200);
    await buildDefaultList(store);
    const order = await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }], id: order.id });
    expect(await kindsOf(ada)).toEqual(['orderPlaced']);
  });

  test('what is gone has no name, and what is of another vendor has none either', async () => {
    const [mine, foreign] = await Promise.all([
      buildMirrored(north, [{ title: 'Own bowl' }]),
      buildMirrored(south, [{ title: 'Foreign bowl' }]),
    ]);
    await buildNotice(north, 'productApproved', { subject: 'product', subjectId: 1n });
    await buildNotice(north, 'productApproved', { subject: 'product', subjectId: foreign[0] ?? 0n });
    await buildNotice(north, 'productSentBack', { subject: 'product', subjectId: mine[0] ?? 0n });
    expect((await list(ada)).notices.map(({ name }) => name)).toEqual(['Own bowl', null, null]);
  });

  test('a feature that is off has no notice until it is on again', async () => {
    const offerId = await buildOfferRow(north);
    await buildNotice(north, 'offerRequested', { subject: 'offer', subjectId: offerId });
    expect(await kindsOf(ada)).toEqual([]);
    await switchOffers(admin, true);
    expect(await list(ada)).toMatchObject({ unread: 1, notices: [{ path: `/offers/${offerId}` }] });
  });
});

describe('reading', () => {
  test('one by one or all: for the person alone, and twice is as once', async () => {
    const [first] = [await buildMessageNotice(north), await buildMessageNotice(north)];
    expect((await markRead(ada, [first])).as<{ unread: number }>()).toEqual({ unread: 1 });
    expect((await markRead(ada, [first])).as<{ unread: number }>()).toEqual({ unread: 1 });
    expect((await list(ada)).notices.map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(await unread(ben)).toBe(2);
    expect((await markRead(ada)).as<{ unread: number }>()).toEqual({ unread: 0 });
    expect((await markRead(ada)).as<{ unread: number }>()).toEqual({ unread: 0 });
    expect(await unread(ben)).toBe(2);
    await buildMessageNotice(north);
    expect(await unread(ada)).toBe(1);
  });

  test('another vendor’s or the marketplace’s notice is not found, and then none of the others is marked', async () => {
    const own = await buildMessageNotice(north);
    const foreign = [await buildMessageNotice(south), await buildMessageNotice(null)];
    for (const id of [...foreign, '999999999'])
      expect(await markRead(ada, [own, id])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await unread(ada)).toBe(1);
    expect(await program().owner.noticeRead.count({ where: { storeId: store.id } })).toBe(0);
  });

  test('the database itself keeps another vendor’s notices from a vendor', async () => {
    await buildMessageNotice(south);
    await buildMessageNotice(null);
    const { db } = program().container.services;
    const all = 'SELECT id FROM notices';
    expect(await db.fast({ storeId: store.id, vendor: north.id }, (tx) => tx.query(all))).toEqual([]);
    expect(await db.fast(marketplaceScope(store.id), (tx) => tx.query(all))).toHaveLength(2);
  });
});

describe('limits', () => {
  test('pages of 25 lead to the last of 500, newest first; the rest counts as read', async () => {
    const now = program().clock.now().getTime();
    // What is older than an invitation counts as read anyhow.
    const createdAt = new Date(now - DAY_MS);
    await program().owner.user.updateMany({ where: { storeId: store.id, email: ada.email }, data: { createdAt } });
    await program().owner.notice.createMany({
      data: Array.from({ length: 510 }, (_, index) => ({
        storeId: store.id,
        vendorId: north.id,
        kind: 'contactMessage',
        subject: 'message',
        subjectId: BigInt(index),
        // Several share a moment, which must neither repeat nor skip one.
        dedupeKey: `test:${nextNumber()}`,
        createdAt: new Date(now - Math.floor(index / 3) * 1_000),
      })),
    });
    expect(await unread(ada)).toBe(500);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: List = await list(ada, cursor === '' ? {} : { cursor });
      expect(page.notices.length).toBeLessThanOrEqual(25);
      seen.push(...page.notices.map(({ id }) => id));
      ({ cursor } = page);
    }
    expect(seen).toHaveLength(500);
    expect(new Set(seen).size).toBe(500);
    expect((await markRead(ada)).as<{ unread: number }>()).toEqual({ unread: 0 });
  });

  test('what is older than 90 days is not listed, and is forgotten with who read it', async () => {
    const { clock, owner, container } = program();
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const old = await buildMessageNotice(north, before(NOTICE_DAYS + 1));
    const young = await buildMessageNotice(north, before(NOTICE_DAYS - 1));
    await owner.noticeRead.create({
      data: { storeId: store.id, vendorId: north.id, noticeId: BigInt(old), person: 'person:1' },
    });
    expect((await list(ada)).notices.map(({ id }) => id)).toEqual([young]);
    expect((await markRead(ada, [old])).status).toBe(404);
    await sweepStore(container.services, store.id);
    expect(await owner.notice.findMany({ where: { storeId: store.id }, select: { id: true } })).toEqual([
      { id: BigInt(young) },
    ]);
    expect(await owner.noticeRead.count({ where: { storeId: store.id } })).toBe(0);
  });

  test('too many ids at once, and what is no id or place of a list, are refused', async () => {
    expect(
      (
        await markRead(
          ada,
          Array.from({ length: 101 }, (_, index) => String(index + 1)),
        )
      ).status,
    ).toBe(422);
    expect((await markRead(ada, ['x'])).status).toBe(422);
    expect((await api(ada).get('/notices', { query: { cursor: 'x' } })).status).toBe(422);
  });
});

describe('choices', () => {
  const topics = async (by: BuiltUser) => (await api(by).get('/notices/topics')).as<NoticeTopicsDto>().topics;
  const choose = (by: BuiltUser, topic: string, enabled: boolean) =>
    api(by).put(`/notices/topics/${topic}`, { enabled });

  test('a topic that a person leaves out is shown to the others, and comes back whole', async () => {
    await buildMessageNotice(north);
    await buildNotice(north, 'payoutDetailsChanged', { subject: 'vendor', subjectId: north.id });
    expect((await choose(ada, 'messages', false)).status).toBe(200);
    expect((await choose(ada, 'messages', false)).status).toBe(200);
    // Who changes where the money goes is told whatever is left out.
    expect(await kindsOf(ada)).toEqual(['payoutDetailsChanged']);
    expect(await unread(ben)).toBe(2);
    await choose(ada, 'messages', true);
    expect(await unread(ada)).toBe(2);
  });

  test('there are those of the mails one may get: a vendor’s by their permissions, and the marketplace’s own', async () => {
    const clerk = await buildUser({ vendor: north, role: 'staff', permissions: ['read_products'] });
    const names = async (by: BuiltUser) => (await topics(by)).map(({ topic }) => topic);
    expect(await names(ada)).toEqual(['orders', 'products', 'money', 'messages']);
    // That the vendor's membership ends concerns everybody who works for it.
    expect(await names(clerk)).toEqual(['products', 'money']);
    expect(await names(admin)).toEqual(['products', 'money', 'messages', 'vendors']);
    expect((await choose(ada, 'vendors', false)).status).toBe(404);
    expect((await choose(clerk, 'orders', false)).status).toBe(404);
    expect((await choose(ada, 'nothing', false)).status).toBe(422);
  });
});
