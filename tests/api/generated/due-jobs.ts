import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { api, program } from '#tests/support/program.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { lineOf, money } from '#tests/factories/payouts/paid-payouts.ts';
import { connectProviders } from '#tests/factories/payouts/payout-faults.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildPaypalVendor, buildStripeVendor, sell } from '#tests/factories/payouts/provider-payouts.ts';
import { nextNumber, type BuiltStore } from '#tests/factories/stores.ts';

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
type Factory = (world: JobWorld) => Promise<void>;

/** A job of a kind with what it is given. */
const plan =
  (kind: string, payload: (world: JobWorld) => object | Promise<object> = () => ({})): Factory =>
  async (world) => {
    const given = await payload(world);
    const { clock, db } = program().container.services;
    await db.fast(marketplaceScope(asStoreId(world.store.id)), (tx) =>
      scheduleJob(tx, { kind, key: `twice/${nextNumber()}`, payload: given, dueAt: clock.now() }),
    );
  };

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

/** How a due job of each kind is made, by kind; some kinds have several that are worth it. */
export const DUE_JOBS: Readonly<Record<string, readonly Factory[]>> = {
  'payouts.carry': [payBy('stripe'), payBy('paypal')],
  'payouts.request-ends': [plan('payouts.request-ends')],
  'payout-runs.run': [
    async (world) => {
      await sell(world.store, money('70.00', world.stripe));
      await renewSession(world.admin);
      await api(world.admin).post('/payment/trigger-automated');
    },
  ],
  'payout-runs.tick': [plan('payout-runs.tick', () => ({ version: 0 }))],
  'payout-methods.look': [plan('payout-methods.look', ({ stripe }) => ({ accountId: stripe.accountId }))],
  'payout-methods.sweep': [plan('payout-methods.sweep')],
  'payment-providers.subscribe': [plan('payment-providers.subscribe')],
  'batches.sweep': [plan('batches.sweep')],
  'deliveries.sweep': [plan('deliveries.sweep')],
  'digest.look': [plan('digest.look')],
  'dashboard.roll-up': [plan('dashboard.roll-up')],
  'discounts.sweep': [plan('discounts.sweep')],
  'holidays.show': [plan('holidays.show')],
  'storefront.features': [plan('storefront.features')],
  'shipping.carrier': [plan('shipping.carrier')],
  'orders.reconcile': [plan('orders.reconcile', () => ({ since: hoursAgo(2) }))],
  'orders.remind': [plan('orders.remind')],
  'orders.repair_vendors': [plan('orders.repair_vendors', () => ({ run: 'twice' }))],
  'orders.read': [plan('orders.read', ofOrder)],
  'orders.holds': [plan('orders.holds', ofOrder)],
  'orders.find_deleted': [plan('orders.find_deleted', (world) => ({ ...ofStore(world), after: '0' }))],
  'orders.reconcile_page': [
    plan('orders.reconcile_page', (world) => ({ ...ofStore(world), since: hoursAgo(2), until: hoursAgo(0) })),
  ],
  'memberships.sweep': [plan('memberships.sweep')],
  'memberships.returned': [plan('memberships.returned')],
  'memberships.refresh': [plan('memberships.refresh', ({ stripe }) => ({ vendorId: String(stripe.vendor.id) }))],
  'memberships.products': [plan('memberships.products', ({ stripe }) => ({ vendorId: String(stripe.vendor.id) }))],
  'plan.check': [plan('plan.check')],
  'products.sweep': [plan('products.sweep', () => ({ sweptAt: hoursAgo(1), comparedAt: hoursAgo(1) }))],
  'products.load': [plan('products.load', ofStore)],
  'reconciliation.daily': [plan('reconciliation.daily')],
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

/**
 * Kinds whose jobs need a world of their own, which no factory here builds yet: they are run twice by the tests of their features,
 * as far as those do. A new kind does not belong here.
 */
export const WITHOUT_FACTORY: readonly string[] = [
  'batches.step',
  'mails.senderDomain',
  'shipping.label',
  'shipping.tell_store',
  'catalog.show',
  'compliance.erase-again',
  'vendors.rename',
  'vendor-page.show',
  'discounts.announce',
  'discounts.narrow',
  'orders.cancelled',
  'discounts.finish',
  'discounts.refresh',
  'offers.invoice',
  'offers.decide',
  'offers.expire',
  'offers.look',
  'orders.ship_digital',
  'pastOrders.load',
  'orders.read-return',
  'memberships.match',
  'memberships.end',
  'products.decide',
  'products.refresh',
  'products.compare',
  'product-import.sweep',
  'connections.sync',
  'sheets.sync',
  'uploads.sweep',
  'uploads.remove',
  'files.remove',
];
