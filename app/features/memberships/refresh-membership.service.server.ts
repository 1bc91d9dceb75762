import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { StripePlan, StripeSubscription } from '#app/adapters/stripe/subscriptions.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { openStripe, type OpenStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { chooseSubscription, findMembershipEvent, hasAccess, toStatus } from './membership.ts';
import { planLapsedProducts } from './lapsed-products.service.server.ts';
import { notifyOfMembership } from './tell-of-membership.service.server.ts';
import type { MembershipFacts, MembershipRow } from './memberships.repo.server.ts';
import * as repo from './memberships.repo.server.ts';

const MAX_CUSTOMERS = 5;

const NO_SUBSCRIPTION: MembershipFacts = {
  status: 'none',
  subscriptionId: null,
  priceId: null,
  planName: '',
  amountMinor: null,
  currency: null,
  interval: null,
  intervalCount: null,
  renewsAt: null,
  endsAt: null,
  trialEndsAt: null,
  listingLimit: null,
  hasUsedTrial: false,
};

type Vendor = { id: bigint; name: string };

/** What the provider said of a vendor's membership, not written yet. */
export type MembershipReading = { vendorId: bigint; customerId: string; facts: MembershipFacts; at: Date };

/**
 * Asks the provider where a vendor's membership stands: by the customer that is known for it, else by one of exactly its name. A
 * customer of another name is given the vendor's. Undefined for a vendor that the provider has no customer of, and for a
 * deleted one. No transaction is open meanwhile. Throws ProviderProblem.
 */
export async function readAtProvider(
  services: Services,
  storeId: StoreId,
  vendorId: bigint,
  stripe: OpenStripe,
): Promise<MembershipReading | undefined> {
  const at = services.clock.now();
  const { vendor, row } = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
    vendor: await requireVendorRow(tx, vendorId),
    row: await repo.findMembership(tx, vendorId, stripe),
  }));
  if (vendor.deletedAt) return undefined;
  const customer = await findCustomer(services, storeId, stripe, vendor, row);
  if (!customer) return row && { vendorId, customerId: row.customerId, facts: NO_SUBSCRIPTION, at };
  const { subscriptions } = customer;
  const hasUsedTrial = subscriptions.some(({ hasTrial }) => hasTrial);
  const chosen = chooseSubscription(subscriptions);
  if (!chosen) return { vendorId, customerId: customer.customerId, facts: { ...NO_SUBSCRIPTION, hasUsedTrial }, at };
  const plan = await stripe.client.subscriptions.readPlan(chosen.priceId);
  return { vendorId, customerId: customer.customerId, facts: { ...buildFacts(chosen, plan), hasUsedTrial }, at };
}

function buildFacts(chosen: StripeSubscription, plan: StripePlan | undefined): Omit<MembershipFacts, 'hasUsedTrial'> {
  return {
    status: toStatus(chosen.status),
    subscriptionId: chosen.subscriptionId,
    priceId: chosen.priceId,
    planName: plan?.name ?? '',
    amountMinor: plan?.amountMinor ?? null,
    currency: plan?.currency ?? null,
    interval: plan?.interval ?? null,
    intervalCount: plan?.intervalCount ?? null,
    renewsAt: chosen.renewsAt,
    endsAt: chosen.endsAt,
    trialEndsAt: chosen.trialEndsAt,
    listingLimit: plan?.listingLimit ?? null,
  };
}

type Found = { customerId: string; subscriptions: StripeSubscription[] };

async function findCustomer(
  services: Services,
  storeId: StoreId,
  stripe: OpenStripe,
  vendor: Vendor,
  row: MembershipRow | undefined,
): Promise<Found | undefined> {
  const { subscriptions } = stripe.client;
  const known = row && (await subscriptions.readCustomer(row.customerId));
  if (known) {
    if (known.name !== vendor.name) await subscriptions.renameCustomer(known.customerId, vendor.name);
    return { customerId: known.customerId, subscriptions: await subscriptions.listSubscriptions(known.customerId) };
  }
  const named = (await subscriptions.searchCustomers(vendor.name)).slice(0, MAX_CUSTOMERS);
  const found: Found[] = [];
  for (const { customerId, vendorId: namedVendor } of named) {
    const holder = await services.db.fast(marketplaceScope(storeId), (tx) => repo.findVendorOfCustomer(tx, customerId));
    if (holder !== undefined && holder !== vendor.id) continue;
    if (namedVendor !== undefined && namedVendor !== String(vendor.id)) continue;
    found.push({ customerId, subscriptions: await subscriptions.listSubscriptions(customerId) });
  }
  const gives = ({ subscriptions: all }: Found) => all.some(({ status }) => hasAccess(toStatus(status)));
  return found.find(gives) ?? found[0];
}

/** Writes a reading; a status or plan that changed stands in the vendor's log, and what has to be known is mailed. What is known of a later moment stays. */
export async function recordReading(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  stripe: OpenStripe,
  reading: MembershipReading,
): Promise<void> {
  const { vendorId, customerId, facts, at } = reading;
  const before = await repo.findMembership(tx, vendorId, stripe);
  const { platformId, isTest } = stripe;
  if (before?.customerId !== customerId) {
    if (!(await repo.saveCustomer(tx, { platformId, isTest, vendorId, customerId, at }))) return;
  }
  if (!(await repo.saveFacts(tx, { platformId, isTest, vendorId, customerId, facts, at }))) return;
  const membershipEvent = findMembershipEvent(before, facts);
  if (membershipEvent) await notifyOfMembership(services, tx, { vendorId, facts, before, news: membershipEvent, at });
  const hadAccess = before !== undefined && hasAccess(before.status);
  if (hadAccess !== hasAccess(facts.status)) await planLapsedProducts(tx, services, vendorId);
  const changed = {
    status: [before?.status ?? 'none', facts.status],
    plan: [before?.planName ?? '', facts.planName],
    listingLimit: [before?.listingLimit ?? null, facts.listingLimit],
  };
  const detail = Object.fromEntries(Object.entries(changed).filter(([, [old, now]]) => old !== now));
  if (Object.keys(detail).length === 0) return;
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: 'vendor.membership.changed',
      actor: { kind: 'system', id: 'stripe', name: 'Stripe', role: 'system' },
      detail,
      at,
    },
  ]);
}

/** Reads a membership at the provider and keeps what it says. Throws ProviderProblem. */
export async function refreshNow(
  services: Services,
  storeId: StoreId,
  vendorId: bigint,
  stripe: OpenStripe,
): Promise<MembershipRow | undefined> {
  const reading = await readAtProvider(services, storeId, vendorId, stripe);
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (reading) await recordReading(services, tx, stripe, reading);
    return repo.findMembership(tx, vendorId, stripe);
  });
}

/** Stripe with the store's key, and the vendor whose name a customer of it carries, for one that is not known yet. */
export async function findNamesake(
  services: Services,
  storeId: StoreId,
  customerId: string,
): Promise<string | undefined> {
  const stripe = await openStripe(services, storeId);
  return (await stripe?.client.subscriptions.readCustomer(customerId))?.name;
}
