import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RecoveryReadDto } from '#app/features/recovery/recovery.contract.ts';
import { checkForRestore } from '#app/platform/hold/restore-marker.service.server.ts';
import { createMailSender } from '#app/platform/mails/sending.service.server.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { backUp } from '#scripts/database/backup.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { restore } from '#scripts/database/restore.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buyLabel, openLabels, readShippo, sellToHome } from '#tests/factories/labels.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { changeOrder, sandboxOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { transfersOf } from '#tests/factories/payouts/paid-payouts.ts';
import { connectProviders } from '#tests/factories/payouts/payout-faults.ts';
import { buildStripeVendor } from '#tests/factories/payouts/provider-payouts.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { databaseUrl } from '#tests/support/database/cluster-url.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

const ORDERS = 20;
const dir = mkdtempSync(join(tmpdir(), 'souk-drill-'));
const file = join(dir, 'drill.backup');
const RESTORED = `souk_test_${process.pid}_drill`;
let store: BuiltStore;
let admin: BuiltUser;
let kiln: Awaited<ReturnType<typeof buildStripeVendor>>;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  await buildDefaultList(store);
  ({ admin } = await connectProviders(store, await buildAdmin({ store })));
  kiln = await buildStripeVendor(store);
  await openLabels(admin, [kiln.seller]);
  await drainJobs();
});
afterAll(async () => {
  await program().stop();
  rmSync(dir, { recursive: true, force: true });
});

async function sendMails(): Promise<void> {
  const sender = createMailSender(program().container.services, mailSources);
  while (await sender.sendSome()) continue;
}

/** What vendors' people were sent of an order, as the mail server has it. */
async function countMails(subjectPart: string): Promise<number> {
  const mails = (await program().sandbox?.control<{ subject: string }[]>('GET', '/mail')) ?? [];
  return mails.filter(({ subject }) => subject.includes(subjectPart)).length;
}

async function sellMany(): Promise<SoldOrder[]> {
  const sold: SoldOrder[] = [];
  for (let index = 0; index < ORDERS; index++) {
    const selling = sellToHome([{ vendor: kiln.vendor.name, title: 'Mug', price: '40.00' }]);
    await drainJobs();
    sold.push(await selling);
  }
  return sold;
}

async function pay(sold: readonly SoldOrder[]): Promise<void> {
  await renewSession(admin);
  for (const { id, name } of sold) {
    const answer = await api(admin).post('/payment/v3/pay', {
      payoutLines: [{ orderName: name, orderId: id, vendor: kiln.vendor.name }],
      methods: [{ vendor: kiln.vendor.name, method: 'stripe' }],
    });
    expect(answer.status).toBe(200);
  }
  await drainJobs();
}

/** How many orders, refunds and fulfillments the database has of some orders. */
async function countKnown(sold: readonly SoldOrder[]) {
  const { owner } = program();
  const ids = sold.map(({ id }) => BigInt(id));
  const fulfillments = await owner.fulfillment.groupBy({ by: ['id'], where: { orderId: { in: ids } } });
  const orders = await owner.order.findMany({ where: { id: { in: ids } } });
  return {
    orders: orders.length,
    refunded: orders.filter(({ financialStatus }) => financialStatus.includes('refunded')).length,
    fulfillments: fulfillments.length,
  };
}

test('restore drill: what happened after the backup is read again or named, and nothing leaves a second time', async () => {
  const backedUpAt = program().clock.now();
  await backUp({ ownerUrl: program().databaseUrl, file, now: backedUpAt, encryptionKeys: [] });

  const sold = await sellMany();
  const [shipped, refunded, labelled, paid] = [sold.slice(0, 5), sold.slice(5, 7), sold.slice(7, 9), sold.slice(9, 12)];
  for (const { name } of shipped) await changeOrder(name, 'fulfill');
  for (const { id, name } of refunded)
    await changeOrder(name, 'refunds', {
      lines: [{ sku: String(sandboxOrder(id).order.lines[0]?.id), quantity: 1 }],
    });
  await drainJobs();
  await renewSession(kiln.seller);
  for (const { id } of labelled) await buyLabel(kiln.seller, id);
  await pay(paid);
  await sendMails();
  const known = await countKnown(sold);
  expect(known).toEqual({ orders: 20, refunded: 2, fulfillments: 7 });
  const transfers = await transfersOf(kiln.accountId);
  expect(transfers).toHaveLength(3);
  const labels = (await readShippo()).transactions;
  expect(labels).toHaveLength(2);
  const mails = await Promise.all(sold.map(({ name }) => countMails(name)));
  expect(Math.min(...mails)).toBeGreaterThan(0);
  const now = program().clock.now();
  const { sandbox } = program();
  await program().stop({ keepsSandbox: true });

  const admins = new pg.Client(inject('clusterUrl'));
  await admins.connect();
  await admins.query(`CREATE DATABASE ${RESTORED}`);
  await admins.end();
  const ownerUrl = databaseUrl(inject('clusterUrl'), RESTORED);
  await restore({ ownerUrl, appUrl: appUrlOf(ownerUrl), file, now });
  await startProgram({ databaseUrl: ownerUrl, worker: false, ...(sandbox ? { sandbox } : {}) });
  program().clock.set(new Date(now.getTime() + 60_000));
  await checkForRestore(program().container.services);
  await renewSession(admin);
  await renewSession(kiln.seller);
  expect(await countKnown(sold)).toEqual({ orders: 0, refunded: 0, fulfillments: 0 });

  const started = await api(admin).post('/recovery/reads', { since: backedUpAt.toISOString() });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await drainJobs();
  const read = async () => (await api(admin).get('/recovery/reads/latest')).as<{ read: RecoveryReadDto }>().read;
  const first = await read();
  expect(first).toMatchObject({
    state: 'done',
    counts: { orders: 20, refunds: 2, fulfillments: 7, labels: 2 },
  });
  expect(first.unknownLabels.map(({ orderId }) => orderId).sort()).toEqual(labelled.map(({ id }) => id).sort());
  expect(first.unknownLabels.map(({ tracking }) => tracking)).not.toContain('');
  expect(first.lost).toContain('messages');
  expect(await countKnown(sold)).toEqual(known);

  // The comparison at its end found what the provider has and we have not.
  const { exceptions } = (await api(admin).get('/reconciliation')).as<{ exceptions: { kind: string }[] }>();
  expect(exceptions.filter(({ kind }) => kind === 'provider_unknown')).toHaveLength(3);

  // Once more it brings nothing.
  expect((await api(admin).post('/recovery/reads', { since: backedUpAt.toISOString() })).status).toBe(200);
  await drainJobs();
  expect((await read()).counts).toMatchObject({ orders: 0, changedOrders: 0, refunds: 0, fulfillments: 0 });

  await api(admin).post('/system/release', { note: 'Compared with Stripe and Shippo' });
  await pay(paid);
  program().clock.advance({ minutes: 5 });
  await drainJobs();
  await sendMails();
  expect(await transfersOf(kiln.accountId)).toEqual(transfers);
  expect((await readShippo()).transactions).toHaveLength(labels.length);
  expect(await Promise.all(sold.map(({ name }) => countMails(name)))).toEqual(mails);
  const onHold = await program().owner.mail.findMany({ where: { error: 'before_restore' } });
  expect(onHold.filter(({ template }) => template === 'order-placed')).toHaveLength(20);
});
