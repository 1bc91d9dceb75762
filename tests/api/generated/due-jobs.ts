import { api, program } from '#tests/support/program.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { lineOf, money } from '#tests/factories/payouts/paid-payouts.ts';
import { connectProviders } from '#tests/factories/payouts/payout-faults.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildPaypalVendor, buildStripeVendor, sell } from '#tests/factories/payouts/provider-payouts.ts';
import { planJob as plan } from '#tests/factories/due-jobs.ts';
import type { JobFactories, JobFactory } from '#tests/support/jobs-twice.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';

/** A store that sells and pays: what jobs are about. */
export type JobWorld = {
  store: BuiltStore;
  admin: BuiltUser;
  stripe: Awaited<ReturnType<typeof buildStripeVendor>>;
  paypal: Awaited<ReturnType<typeof buildPaypalVendor>>;
  order: Awaited<ReturnType<typeof sell>>;
};

export async function buildJobWorld(): Promise<JobWorld> {
  const store = await installDemoStore();
  await buildDefaultList(store);
  const { admin } = await connectProviders(store, await buildAdmin({ store }));
  const stripe = await buildStripeVendor(store);
  const paypal = await buildPaypalVendor(store);
  return { store, admin, stripe, paypal, order: await sell(store, money('40.00', stripe)) };
}

/** Makes one due job of a kind. */
type Factory = JobFactory<JobWorld>;

const ofStore = ({ store }: JobWorld) => ({ storeId: String(store.id) });
const ofOrder = ({ store, order }: JobWorld) => ({ storeId: String(store.id), orderId: String(order.id) });
const hoursAgo = (hours: number) => new Date(program().clock.now().getTime() - hours * 3_600_000).toISOString();

/** Pays a new order of a vendor by its provider; what sends it is due. */
const payBy =
  (method: 'stripe' | 'paypal'): Factory =>
  async (world) => {
    const vendor = world[method];
    const order = await sell(world.store, money('60.00', vendor));
    await renewSession(world.admin);
    await api(world.admin).post('/payment/v3/pay', {
      payoutLines: [lineOf(order, vendor)],
      methods: [{ vendor: vendor.vendor.name, method }],
    });
  };

/** Due jobs of money, orders and the regular looks, by kind. */
export const DUE_JOBS: JobFactories<JobWorld> = {
  'payouts.process': [payBy('stripe'), payBy('paypal')],
  'payouts.expire-requests': [plan('payouts.expire-requests')],
  'payout-runs.run': [
    async (world) => {
      await sell(world.store, money('70.00', world.stripe));
      await renewSession(world.admin);
      await api(world.admin).post('/payment/trigger-automated');
    },
  ],
  'payout-runs.tick': [plan('payout-runs.tick', () => ({ version: 0 }))],
  'payout-methods.refresh': [plan('payout-methods.refresh', ({ stripe }) => ({ accountId: stripe.accountId }))],
  'payout-methods.sweep': [plan('payout-methods.sweep')],
  'payment-providers.subscribe': [plan('payment-providers.subscribe')],
  'batches.sweep': [plan('batches.sweep')],
  'deliveries.sweep': [plan('deliveries.sweep')],
  'digest.send': [plan('digest.send')],
  'sync-health.check': [plan('sync-health.check')],
  'dashboard.roll-up': [plan('dashboard.roll-up')],
  'discounts.sweep': [plan('discounts.sweep')],
  'holidays.show': [plan('holidays.show')],
  'flow.start': [
    plan('flow.start', ({ order, stripe }) => ({
      trigger: 'souk-order-shipped',
      subjectId: String(order.id),
      vendorId: String(stripe.vendor.id),
    })),
  ],
  'storefront.features': [plan('storefront.features')],
  'shipping.carrier': [plan('shipping.carrier')],
  'orders.reconcile': [plan('orders.reconcile', () => ({ since: hoursAgo(2) }))],
  'orders.remind': [plan('orders.remind')],
  'orders.repair_vendors': [plan('orders.repair_vendors', () => ({ run: 'twice' }))],
  'orders.read': [plan('orders.read', ofOrder)],
  'orders.holds': [plan('orders.holds', ofOrder)],
  'orders.read-open-returns': [plan('orders.read-open-returns', ofStore)],
  'orders.find_deleted': [plan('orders.find_deleted', (world) => ({ ...ofStore(world), after: '0' }))],
  'orders.reconcile_page': [
    plan('orders.reconcile_page', (world) => ({ ...ofStore(world), since: hoursAgo(2), until: hoursAgo(0) })),
  ],
  'memberships.sweep': [plan('memberships.sweep')],
  'memberships.returned': [plan('memberships.returned')],
  'memberships.refresh': [plan('memberships.refresh', ({ stripe }) => ({ vendorId: String(stripe.vendor.id) }))],
  'memberships.products': [plan('memberships.products', ({ stripe }) => ({ vendorId: String(stripe.vendor.id) }))],
  'platform.webhookSubscriptions': [plan('platform.webhookSubscriptions')],
  'platform.bulkAccess': [plan('platform.bulkAccess')],
  'plan.check': [plan('plan.check')],
  'products.sweep': [plan('products.sweep', () => ({ sweptAt: hoursAgo(1), comparedAt: hoursAgo(1) }))],
  'products.load': [plan('products.load', ofStore)],
  'reconciliation.daily': [plan('reconciliation.daily')],
  'statements.issue': [plan('statements.issue', () => ({ after: '0' }))],
  'recovery.step': [
    async (world) => {
      await renewSession(world.admin);
      await api(world.admin).post('/recovery/reads', { since: hoursAgo(1) });
    },
  ],
  'reconciliation.step': [
    async (world) => {
      await renewSession(world.admin);
      await api(world.admin).post('/reconciliation/run');
    },
  ],
  'stores.load': [plan('stores.load', ofStore)],
  'auth.reset-code': [
    plan('auth.reset-code', ({ admin }) => ({
      email: program().container.services.vault.sealText(admin.email),
      locale: 'en',
    })),
  ],
};
