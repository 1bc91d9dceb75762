import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { saveReminderDelay } from '#app/platform/mails/reminder-delays.service.server.ts';
import { startReminders, REMIND } from '#app/features/orders/reminders/reminder.service.server.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser } from '#tests/factories/people.ts';
import { changeOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let north: BuiltVendor;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  north = await buildVendor({ store, name: 'North' });
  await startReminders(program().container.services, store.id);
});
afterAll(() => program().stop());

// The clock goes on for days, and nobody stays signed in for so long.
const member = () => buildUser({ vendor: north });
const admin = () => buildAdmin({ store });

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2 };

async function sell(more: object = {}): Promise<SoldOrder> {
  const sold = await sellOrder([MUG], { more, isLost: true });
  await drainJobs();
  return sold;
}
async function later(hours: number): Promise<void> {
  program().clock.advance({ hours });
  await drainJobs();
}
/** The numbers of the reminders that were queued of an order, in their order. */
async function remindersOf({ id }: SoldOrder): Promise<number[]> {
  const mails = await program().owner.mail.findMany({
    where: { template: { startsWith: 'order-reminder-' } },
    orderBy: { id: 'asc' },
  });
  return mails.flatMap(({ template, params }) =>
    (params as { orderId: string }).orderId === id ? [Number(template.at(-1))] : [],
  );
}
const ship = async ({ id }: SoldOrder, quantity: number) => {
  const { order } = (await api(await member()).get(`/orders/${id}`)).as<OrderDetailDto>();
  const answer = await api(await member()).post(`/orders/${id}/fulfill`, {
    lineItems: [{ id: order.lines[0]?.id, quantity }],
  });
  expect(answer.status).toBe(200);
};

test('the three are sent their hours after the order was placed, each once, until it is shipped', async () => {
  const sold = await sell();
  await later(23);
  expect(await remindersOf(sold)).toEqual([]);
  await later(1.1);
  expect(await remindersOf(sold)).toEqual([1]);
  await later(24);
  expect(await remindersOf(sold)).toEqual([1, 2]);
  await later(24);
  await later(24);
  expect(await remindersOf(sold)).toEqual([1, 2, 3]);
  const shipped = await sell();
  await later(25);
  await ship(shipped, 2);
  await later(72);
  expect(await remindersOf(shipped)).toEqual([1]);
});

test('a partly shipped order is still reminded of', async () => {
  const sold = await sell();
  await ship(sold, 1);
  await later(25);
  expect(await remindersOf(sold)).toEqual([1]);
});

test('an unpaid order is not reminded of until it is paid', async () => {
  const sold = await sell({ financialStatus: 'pending' });
  await later(30);
  expect(await remindersOf(sold)).toEqual([]);
  await changeOrder(sold.id, 'mark-paid', {});
  await later(1);
  expect(await remindersOf(sold)).toEqual([1]);
});

test('what is on hold is not reminded of until it is released', async () => {
  const sold = await sell();
  expect((await api(await member()).post(`/orders/${sold.id}/hold`, { reason: 'other' })).status).toBe(200);
  await later(30);
  expect(await remindersOf(sold)).toEqual([]);
  expect((await api(await member()).post(`/orders/${sold.id}/release`)).status).toBe(200);
  await later(1);
  expect(await remindersOf(sold)).toEqual([1]);
});

test('cancelled and fully refunded orders, and those from before the installation, are not reminded of', async () => {
  const cancelled = await sell();
  await changeOrder(cancelled.id, 'cancel', {});
  const refunded = await sell();
  const { order } = (await api(await member()).get(`/orders/${refunded.id}`)).as<OrderDetailDto>();
  await changeOrder(refunded.id, 'refunds', { lines: [{ sku: String(order.lines[0]?.id), quantity: 2 }] });
  const past = await sell();
  await program().owner.vendorOrder.updateMany({ where: { orderId: BigInt(past.id) }, data: { historical: true } });
  await drainJobs();
  await later(80);
  expect(await Promise.all([cancelled, refunded, past].map(remindersOf))).toEqual([[], [], []]);
});

test('two workers at once send each once, and beginning again does not begin twice', async () => {
  const { services } = program().container;
  const sold = await sell();
  await startReminders(services, store.id);
  program().clock.advance({ seconds: 1 });
  await Promise.all([startReminders(services, store.id), startReminders(services, store.id)]);
  expect(await program().owner.scheduledJob.count({ where: { kind: REMIND, doneAt: null } })).toBe(1);
  program().clock.advance({ hours: 25 });
  await Promise.all([drainJobs(), drainJobs(), drainJobs()]);
  expect(await remindersOf(sold)).toEqual([1]);
  expect(await program().owner.scheduledJob.count({ where: { kind: REMIND, doneAt: null } })).toBe(1);
});

test('a vendor on holiday is reminded all the same', async () => {
  const answer = await api(await admin()).patch('/app/info/features', { features: { holidayMode: { enabled: true } } });
  expect(answer.status).toBe(200);
  const sold = await sell();
  await later(25);
  expect(await remindersOf(sold)).toEqual([1]);
});

test('changed hours hold for what is sent from then on, and send nothing twice', async () => {
  const { services } = program().container;
  const change = (hours: number, template: 'order-reminder-1' | 'order-reminder-2') =>
    services.db.fast(marketplaceScope(store.id), (tx) =>
      saveReminderDelay(tx, {
        template,
        hours,
        at: services.clock.now(),
        actor: { kind: 'person', id: '1', name: 'Admin', role: 'admin' },
      }),
    );
  const sold = await sell();
  await later(25);
  expect(await remindersOf(sold)).toEqual([1]);
  await change(30, 'order-reminder-1');
  await change(32, 'order-reminder-2');
  await later(6);
  expect(await remindersOf(sold)).toEqual([1]);
  await later(2);
  expect(await remindersOf(sold)).toEqual([1, 2]);
});
