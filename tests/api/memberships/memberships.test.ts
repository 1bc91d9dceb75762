import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MembershipDto, PlansDto } from '#app/features/memberships/memberships.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import {
  buildPlan,
  buyMembership,
  openMemberships,
  readBilling,
  saveMembership,
  type BuiltPlan,
} from '#tests/factories/memberships.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;
let platform: string;
let plan: BuiltPlan;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  ({ platform, plan } = await openMemberships(admin, { trialDays: 14, listingLimit: 1 }));
  await drainJobs();
});
afterAll(() => program().stop());
beforeEach(async () => {
  admin = await buildAdmin({ store });
  await saveMembership(admin, { enabled: true, allowFulfillment: false, trialDays: 14 });
  vendor = await buildVendor({ store, name: `Loom ${nextNumber()}` });
  seller = await buildUser({ vendor });
});

const create = (by = seller) => api(by).put('/products-v2', { product: buildProductInput() });
const view = async (by = seller) => (await api(by).get('/stripe/subscription')).as<MembershipDto>();
const bill = () => readBilling(vendor.name);
const checkout = (priceId = plan.id, by = seller) => api(by).post('/stripe/checkout-session', { priceId });
const buy = async () => {
  await buyMembership(seller, vendor.name, plan.id);
  await drainJobs();
};
const stand = async (body: object) => {
  const { subscriptions } = await bill();
  await control('POST', `/stripe/subscriptions/${subscriptions[0]?.id ?? ''}`, body);
  await drainJobs();
};
const isBlocked = async () => (await create()).body;
const BLOCKED = { code: 'membership_required' };
const audit = () =>
  program().owner.auditEvent.findMany({
    where: { action: 'vendor.membership.changed', vendorId: vendor.id },
    orderBy: { id: 'asc' },
  });
const fault = (operation: string, more: object) =>
  control('POST', '/faults', { target: 'stripe', operation, times: 1, ...more });

describe('a vendor without a membership', () => {
  it('manages neither products nor orders, and reads all the same', async () => {
    const answer = await create();
    expect([answer.status, answer.body]).toMatchObject([403, BLOCKED]);
    const shipped = await api(seller).post('/orders/1/fulfill', { lineItems: [] });
    expect([shipped.status, shipped.body]).toMatchObject([403, BLOCKED]);
    expect((await api(seller).get('/orders')).status).toBe(200);
    expect(await view()).toMatchObject({ isRequired: true, hasAccess: false, status: 'none', trialDays: 14 });
  });

  it('goes on with its orders where the marketplace allows that, with products it does not', async () => {
    await saveMembership(admin, { allowFulfillment: true });
    expect((await api(seller).post('/orders/1/fulfill', { lineItems: [] })).body).not.toMatchObject(BLOCKED);
    expect(await isBlocked()).toMatchObject(BLOCKED);
    expect(await view()).toMatchObject({ mayFulfill: true });
  });

  it('is let alone while memberships are off, and where the marketplace manages it itself', async () => {
    await api(admin).put('/settings/marketplace-settings', { vendor: vendor.name, isManagedByMarketplace: true });
    expect((await create()).status).toBe(200);
    expect(await view()).toMatchObject({ isRequired: false, hasAccess: true });
    await api(admin).put('/settings/marketplace-settings', { vendor: vendor.name, isManagedByMarketplace: false });
    await saveMembership(admin, { enabled: false });
    expect((await create()).status).toBe(200);
    for (const path of ['/stripe/subscription', '/stripe/products'])
      expect((await api(seller).get(path)).body).toMatchObject({ code: 'feature_disabled' });
    expect((await checkout()).status).toBe(404);
  });
});

describe('buying a membership', () => {
  it('offers what the marketplace ticked, and refuses any other price', async () => {
    const other = await buildPlan(platform, { name: 'Hidden' });
    const offered = (await api(seller).get('/stripe/products')).as<PlansDto>();
    expect(offered).toMatchObject({
      trialDays: 14,
      problem: null,
      plans: [{ priceId: plan.id, listingLimit: 1, price: { amount: '19.00', currency: 'EUR' }, interval: 'month' }],
    });
    const all = (await api(admin).get('/stripe/products')).as<PlansDto>().plans;
    expect(all.map(({ name, isOffered }) => [name, isOffered])).toContainEqual(['Hidden', false]);
    for (const priceId of [other.id, 'price_unknown'])
      expect((await checkout(priceId)).body).toMatchObject({ issues: [{ path: 'priceId', rule: 'plan_not_offered' }] });
  });

  it('happens on one page of Stripe however often it is asked for, with a customer of the vendor’s name', async () => {
    const urls = (await Promise.all([checkout(), checkout(), checkout()])).map(
      (answer) => answer.as<{ url: string }>().url,
    );
    expect(new Set([...urls, (await checkout()).as<{ url: string }>().url]).size).toBe(1);
    expect(await bill()).toMatchObject({ customers: [{ name: vendor.name }], checkouts: [{ status: 'open' }] });
    await buy();
    expect(await view()).toMatchObject({
      hasAccess: true,
      status: 'trialing',
      plan: { name: 'Starter' },
      trialDays: 0,
    });
    expect((await create()).status).toBe(200);
    expect((await checkout()).body).toMatchObject({ reason: 'membership_active' });
    expect((await audit()).map(({ detail }) => (detail as { status: string[] }).status)).toEqual([
      ['none', 'trialing'],
    ]);
  });

  it('closes the page of another plan first, so that nobody pays twice', async () => {
    const other = await buildPlan(platform, { name: 'Professional' });
    await saveMembership(admin, { products: [plan.product.id, other.product.id] });
    await checkout();
    await checkout(other.id);
    expect((await bill()).checkouts.map(({ status }) => status).sort()).toEqual(['expired', 'open']);
    await checkout();
    await buy();
    expect((await bill()).subscriptions).toHaveLength(1);
    await saveMembership(admin, { products: [plan.product.id] });
  });

  it('leaves one page open when two plans are chosen at the same moment, so that one can be bought', async () => {
    const other = await buildPlan(platform, { name: 'Twin' });
    await saveMembership(admin, { products: [plan.product.id, other.product.id] });
    // Stripe takes its time over each, so that both have listed before either is there.
    await fault('checkout.sessions.create', { kind: 'delay', delayMs: 300, times: 2 });
    const answers = await Promise.all([checkout(), checkout(other.id)]);
    const open = (await bill()).checkouts.filter(({ status }) => status === 'open');
    expect(open).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body } of refused) expect(body).toMatchObject({ reason: 'membership_other_plan' });
    expect(refused.length).toBeLessThan(2);
    const [kept] = open;
    await control('POST', `/stripe/checkouts/${kept?.id ?? ''}/complete`, {});
    expect((await bill()).subscriptions).toHaveLength(1);
    await drainJobs();
    expect((await checkout(other.id)).body).toMatchObject({ reason: 'membership_active' });
    await saveMembership(admin, { products: [plan.product.id] });
  });

  it('makes one customer and one checkout though Stripe’s answers are lost', async () => {
    await fault('customers.create', { kind: 'drop_response' });
    expect((await checkout()).status).toBe(502);
    await fault('checkout.sessions.create', { kind: 'drop_response' });
    expect((await checkout()).status).toBe(502);
    expect((await checkout()).status).toBe(200);
    expect(await bill()).toMatchObject({ customers: [{}], checkouts: [{}] });
    expect((await bill()).customers).toHaveLength(1);
    expect((await bill()).checkouts).toHaveLength(1);
  });

  it('is for managers of the vendor, not for staff nor for admins who act for it', async () => {
    const staff = await buildUser({ vendor, role: 'staff' });
    expect((await checkout(plan.id, staff)).body).toMatchObject({ code: 'missing_permission' });
    expect((await api(admin).post('/stripe/billing')).body).toMatchObject({ reason: 'act_for_a_vendor' });
    expect((await api(seller).post('/stripe/billing')).body).toMatchObject({ reason: 'membership_none' });
  });
});

describe('a membership at Stripe', () => {
  it('is tried once, whatever became of it', async () => {
    await buy();
    await stand({ status: 'canceled' });
    expect(await view()).toMatchObject({ hasAccess: false, status: 'canceled', trialDays: 0 });
    expect(await isBlocked()).toMatchObject(BLOCKED);
    await buy();
    expect(await view()).toMatchObject({ hasAccess: true, status: 'active' });
    // The customer and all it had is deleted there: a trial that was used stays used here.
    const { customers } = await bill();
    await control('POST', `/stripe/customers/${customers[0]?.id ?? ''}/delete`, {});
    await drainJobs();
    expect(await view()).toMatchObject({ hasAccess: false, trialDays: 0 });
    await buy();
    expect((await bill()).subscriptions).toMatchObject([{ status: 'active', trialStart: null }]);
  });

  it('keeps access while a payment is due, ends when Stripe cancels, and is mended there while it is unpaid', async () => {
    await buy();
    await stand({ status: 'past_due' });
    expect((await create()).status).toBe(200);
    await stand({ status: 'unpaid' });
    expect(await isBlocked()).toMatchObject(BLOCKED);
    expect((await checkout()).body).toMatchObject({ reason: 'membership_open' });
    expect((await api(seller).post('/stripe/billing')).body).toMatchObject({
      url: expect.stringContaining('/stripe/portal/') as string,
    });
    await stand({ status: 'active' });
    expect((await create()).body).toMatchObject({ reason: 'listing_full' });
    await stand({ cancelAtPeriodEnd: true });
    expect(await view()).toMatchObject({ hasAccess: true, endsAt: expect.any(String) as string });
  });

  it('is the same after events that come twice, late and in the wrong order', async () => {
    await buy();
    await control('POST', '/faults', { target: 'stripe_webhooks', kind: 'reorder', times: 2 });
    await control('POST', '/faults', { target: 'stripe_webhooks', kind: 'duplicate', times: 4 });
    await stand({ status: 'past_due' });
    await stand({ status: 'canceled' });
    await drainJobs();
    expect(await isBlocked()).toMatchObject(BLOCKED);
    expect((await audit()).map(({ detail }) => (detail as { status: string[] }).status)).toEqual([
      ['none', 'trialing'],
      ['trialing', 'past_due'],
      ['past_due', 'canceled'],
    ]);
  });

  it('is found without its events: by the return from Stripe’s page, and by the daily read', async () => {
    await control('POST', '/faults', { target: 'stripe_webhooks', kind: 'drop', times: 2 });
    await buyMembership(seller, vendor.name, plan.id);
    await control('POST', '/drain', { app: false });
    expect(await isBlocked()).toMatchObject(BLOCKED);
    const back = await api().get(`/subscription/changed?store=${store.domain}`);
    expect(back.body).toMatchObject({ url: expect.stringContaining('/app/membership?from=stripe') as string });
    await drainJobs();
    expect((await create()).status).toBe(200);
    await control('POST', '/faults', { target: 'stripe_webhooks', kind: 'drop', times: 1 });
    const { subscriptions } = await bill();
    await control('POST', `/stripe/subscriptions/${subscriptions[0]?.id ?? ''}`, { status: 'canceled' });
    program().clock.advance({ hours: 25 });
    await drainJobs();
    expect((await create(await buildUser({ vendor }))).body).toMatchObject(BLOCKED);
  });

  it('granted manually is found by the vendor’s very name, and stays with the customer when either is renamed', async () => {
    const hidden = await buildPlan(platform, { name: 'Private' });
    const customer = await control<{ id: string }>('POST', '/stripe/customers', { platform, name: vendor.name });
    await control('POST', '/stripe/subscriptions', { customer: customer.id, price: hidden.id });
    await drainJobs();
    expect(await view()).toMatchObject({ hasAccess: true, plan: { name: 'Private' }, listingLimit: null });
    const name = `${vendor.name} Renamed`;
    await api(admin).put('/vendors/rename', { oldVendor: vendor.name, newVendor: name });
    await drainJobs();
    expect((await readBilling(name)).customers).toMatchObject([{ id: customer.id }]);
    expect(await view()).toMatchObject({ hasAccess: true });
    // Somebody else of the old name gets nothing of it.
    const other = await buildVendor({ store, name: `Loom ${nextNumber()}` });
    expect(await view(await buildUser({ vendor: other }))).toMatchObject({ hasAccess: false, status: 'none' });
  });

  it('of a vendor that was created again before Stripe answered is not ended', async () => {
    await buy();
    const id = vendor.id;
    await program().owner.vendor.update({ where: { id }, data: { deletedAt: program().clock.now() } });
    const [subscription] = (await bill()).subscriptions;
    const job = { storeId: store.id, kind: 'memberships.end', payload: { subscriptionId: subscription?.id ?? '' } };
    await program().owner.vendor.update({ where: { id }, data: { deletedAt: null } });
    await program().owner.scheduledJob.create({ data: { ...job, key: `again/${id}`, dueAt: program().clock.now() } });
    await drainJobs();
    expect((await bill()).subscriptions[0]?.status).not.toBe('canceled');
  });

  it('that was canceled, is not paid or ended is reported to its vendor and to the admins, once each', async () => {
    await buy();
    await stand({ status: 'past_due' });
    await stand({ status: 'past_due' });
    await stand({ status: 'active' });
    await stand({ status: 'canceled' });
    const reported = await program().owner.notice.findMany({
      where: {
        kind: { in: ['membershipUnpaid', 'membershipEnded', 'vendorMembershipUnpaid', 'vendorMembershipEnded'] },
        subjectId: vendor.id,
      },
      orderBy: { id: 'asc' },
    });
    expect(reported.map(({ kind }) => kind).sort()).toEqual([
      'membershipEnded',
      'membershipUnpaid',
      'vendorMembershipEnded',
      'vendorMembershipUnpaid',
    ]);
    const mails = await program().owner.mail.findMany({
      where: { template: { in: ['vendor-membership', 'marketplace-membership'] } },
    });
    expect(new Set(mails.map(({ template }) => template)).size).toBe(2);
  });

  it('that was canceled and still runs is reported to its vendor and to the admins once, with the day it ends', async () => {
    await buy();
    await stand({ status: 'active' });
    await stand({ cancelAtPeriodEnd: true });
    await stand({ cancelAtPeriodEnd: true });
    const reported = await program().owner.notice.findMany({
      where: { kind: { in: ['membershipEnding', 'vendorMembershipEnding'] }, subjectId: vendor.id },
    });
    expect(reported.map(({ kind }) => kind).sort()).toEqual(['membershipEnding', 'vendorMembershipEnding']);
    const mails = await program().owner.mail.findMany({
      where: { dedupeKey: { startsWith: `membership/${vendor.id}/` }, params: { path: ['state'], equals: 'ending' } },
    });
    expect(mails.map(({ template }) => template).sort()).toEqual(['marketplace-membership', 'vendor-membership']);
    const { endsAt } = await view();
    for (const { params } of mails) expect(params).toMatchObject({ endsAt });
  });

  it('whose trial ends without a payment method is reported as ended once', async () => {
    await buy();
    expect(await view()).toMatchObject({ status: 'trialing' });
    await stand({ status: 'paused' });
    await stand({ status: 'paused' });
    const reported = await program().owner.notice.findMany({
      where: { kind: { startsWith: 'membership' }, subjectId: vendor.id },
    });
    expect(reported.map(({ kind }) => kind)).toEqual(['membershipEnded']);
  });

  it('of a customer that was made for another vendor is not found by the name alone', async () => {
    await buy();
    await program().owner.membership.deleteMany({ where: { vendorId: vendor.id } });
    await program().owner.vendor.update({
      where: { id: vendor.id },
      data: {
        name: `${vendor.name} (gone)`,
        key: `${vendor.name} (gone)`.toLowerCase(),
        deletedAt: program().clock.now(),
      },
    });
    const heir = await buildVendor({ store, name: vendor.name });
    const owner = await buildUser({ vendor: heir });
    await api(owner).get('/stripe/subscription');
    await drainJobs();
    expect(await view(owner)).toMatchObject({ hasAccess: false, status: 'none' });
  });

  it('of a deleted vendor is charged no more', async () => {
    await buy();
    expect((await api(admin).delete(`/vendors/${vendor.name}`)).status).toBe(200);
    await drainJobs();
    expect((await bill()).subscriptions).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('the limit of a plan', () => {
  it('stops new products with the number, never takes one away, and gives way to the vendor’s own', async () => {
    await buy();
    expect((await api(seller).get('/app/status')).body).toMatchObject({ listingLimit: 1 });
    expect((await create()).status).toBe(200);
    expect((await create()).body).toMatchObject({ reason: 'listing_full', params: { limit: 1, listed: 1 } });
    await api(admin).put('/settings/marketplace-settings', { vendor: vendor.name, listingLimit: 2 });
    expect((await create()).status).toBe(200);
    expect((await create()).body).toMatchObject({ reason: 'listing_full', params: { limit: 2, listed: 2 } });
    await api(admin).put('/settings/marketplace-settings', { vendor: vendor.name, listingLimit: null });
    expect((await create()).body).toMatchObject({ reason: 'listing_full', params: { limit: 1, listed: 2 } });
    expect((await api(seller).get('/app/status')).body).toMatchObject({ draftProducts: 2, listingLimit: 1 });
  });
});
