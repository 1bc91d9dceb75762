import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import type { NoticeKind } from '#app/platform/notices/notice.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { readPageText } from '#tests/support/page-text.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

let store: BuiltStore;
let north: BuiltVendor;
let ada: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ screens: await openScreens() });
}, 120_000);
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  store = await buildStore();
  admin = await buildAdmin({ store });
  north = await buildVendor({ store, name: 'North' });
  ada = await buildUser({ vendor: north });
  await buildDefaultList(store);
});

type List = { notices: BellNoticeDto[]; unread: number; cursor: string | null };
const list = async (by: BuiltUser) => (await api(by).get('/notices')).as<List>();
const open = (by: BuiltUser, path: string) =>
  fetch(`${program().url}/app${path}`, { headers: { accept: 'text/html', cookie: by.cookie } });

/** A later notice about something, as its cause leaves it. */
const buildNotice = (
  of: BuiltVendor | null,
  kind: NoticeKind,
  o: { subject: string; subjectId: bigint; afterMs: number },
) =>
  program().owner.notice.create({
    data: {
      storeId: store.id,
      vendorId: of?.id ?? null,
      kind,
      subject: o.subject,
      subjectId: o.subjectId,
      dedupeKey: `test:${nextNumber()}`,
      createdAt: new Date(program().clock.now().getTime() + o.afterMs),
    },
  });

describe('notifications: one line for each object', () => {
  it('an order with several: its newest state, its item with how many more, and what it earns', async () => {
    const order = await placeOrder(store, {
      lines: [
        { vendor: 'North', price: '20.00', title: 'Kettle' },
        { vendor: 'North', price: '10.00', title: 'Bowl' },
      ],
    });
    await buildNotice(north, 'orderReminder', { subject: 'order', subjectId: BigInt(order.id), afterMs: 1_000 });
    await buildNotice(north, 'orderCancelled', { subject: 'order', subjectId: BigInt(order.id), afterMs: 2_000 });
    const { notices, unread } = await list(ada);
    expect(unread).toBe(1);
    expect(notices).toMatchObject([
      { kind: 'orderCancelled', name: order.name, item: { title: 'Kettle', others: 1 }, amount: { amount: '27.00' } },
    ]);
  });

  it('an order that was shipped since it was asked for: says so, and not that it is still to be shipped', async () => {
    const order = await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    await buildNotice(north, 'orderReminder', { subject: 'order', subjectId: BigInt(order.id), afterMs: 1_000 });
    expect((await list(ada)).notices).toMatchObject([{ kind: 'orderReminder', state: null }]);
    await program().owner.vendorOrder.updateMany({
      where: { storeId: store.id, orderId: BigInt(order.id) },
      data: { fulfillment: 'fulfilled' },
    });
    expect((await list(ada)).notices).toMatchObject([{ kind: 'orderReminder', state: 'fulfilled' }]);
    const page = readPageText(await (await open(ada, '/notices')).text());
    expect(page).toContain(`Order ${order.name} is shipped`);
    expect(page).not.toContain('has not been shipped yet');
  });

  it('somebody who may not see money: the same line without what it earns', async () => {
    const clerk = await buildUser({ vendor: north, role: 'staff', permissions: ['read_orders'] });
    await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00', title: 'Kettle' }] });
    expect((await list(clerk)).notices).toMatchObject([{ item: { title: 'Kettle', others: 0 }, amount: null }]);
  });

  it('one of several marked as read: all about its object are, and a new one makes it unread again', async () => {
    const order = await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    const later = (afterMs: number) =>
      buildNotice(north, 'orderReminder', { subject: 'order', subjectId: BigInt(order.id), afterMs });
    await later(1_000);
    const [line] = (await list(ada)).notices;
    expect((await api(ada).put('/notices/read', { ids: [line?.id] })).as<{ unread: number }>()).toEqual({ unread: 0 });
    expect((await list(ada)).notices.map(({ isRead }) => isRead)).toEqual([true]);
    await later(2_000);
    expect(await list(ada)).toMatchObject({ unread: 1, notices: [{ isRead: false }] });
  });

  it('the page of the object opened: read for who opened it, and for nobody else', async () => {
    const ben = await buildUser({ vendor: north });
    const order = await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    expect((await open(ada, '/orders')).status).toBe(200);
    expect((await list(ada)).unread).toBe(2);
    expect((await open(ada, `/orders/${order.id}`)).status).toBe(200);
    expect((await list(ada)).unread).toBe(1);
    expect((await list(ben)).unread).toBe(2);
  });

  it('an admin: one line for each product too, read once its review is opened', async () => {
    const [id = 0n] = await buildMirrored(north, [{ title: 'Bowl' }]);
    for (const afterMs of [1_000, 2_000])
      await buildNotice(null, 'productSubmitted', { subject: 'product', subjectId: id, afterMs });
    expect(await list(admin)).toMatchObject({ unread: 1, notices: [{ name: 'Bowl', isRead: false }] });
    await open(admin, `/products/${id}/review`);
    expect((await list(admin)).unread).toBe(0);
  });
});

describe('notifications from before an invitation', () => {
  it('somebody invited after them: they stand in the list and count as read', async () => {
    await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    const late = await buildUser({ vendor: north });
    const invitedAt = new Date(program().clock.now().getTime() + DAY_MS);
    await program().owner.user.updateMany({
      where: { storeId: store.id, email: late.email },
      data: { createdAt: invitedAt },
    });
    expect(await list(late)).toMatchObject({ unread: 0, notices: [{ kind: 'orderPlaced', isRead: true }] });
    expect((await list(ada)).unread).toBe(1);
  });
});
