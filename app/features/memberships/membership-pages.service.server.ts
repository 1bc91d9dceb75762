import { createHash } from 'node:crypto';
import { invalidInput, stateRefuses, managersOnly } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { invariant } from '#app/core/invariant.ts';
import { rule } from '#app/core/rules.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { withProvider, type OpenStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { chooseCheckout, hasAccess, isMendedAtProvider, toStatus, trialDaysFor } from './membership.ts';
import type { Terms } from './membership-access.service.server.ts';
import { mayChangeMembership, requireTerms } from './membership-view.service.server.ts';
import { planReturned } from './membership-work.service.server.ts';
import type { MembershipRow } from './memberships.repo.server.ts';
import * as repo from './memberships.repo.server.ts';
import { refreshNow } from './refresh-membership.service.server.ts';

type Buyer = { vendorId: VendorId; terms: Terms; stripe: OpenStripe; row: MembershipRow | undefined };

/** The vendor whose membership the viewer may change, read at the provider first. */
async function requireBuyer(ctx: Ctx): Promise<Buyer> {
  const { vendorId, terms, stripe } = await requireTerms(ctx);
  if (!mayChangeMembership(ctx)) {
    if (ctx.viewer.isAdmin) throw stateRefuses('membership_by_vendor');
    throw managersOnly();
  }
  const row = await withProvider(() => refreshNow(ctx, ctx.viewer.store.id, vendorId, stripe));
  return { vendorId, terms, stripe, row };
}

/**
 * The provider's page on which the acting vendor buys a plan. Asked again while it is open, it is the same page; another plan
 * closes it, so that a vendor does not pay twice. Throws invalid_input (422) for a plan that is not offered, invalid_state
 * (409) where there is a membership already, missing_permission (403), provider_failed (502).
 */
export async function createCheckout(ctx: Ctx, priceId: string): Promise<{ url: string }> {
  const buyer = await requireBuyer(ctx);
  const { vendorId, terms, stripe, row } = buyer;
  const scope = marketplaceScope(ctx.viewer.store.id);
  if (row && hasAccess(row.status)) throw stateRefuses('membership_active');
  if (row && isMendedAtProvider(row.status)) throw stateRefuses('membership_open');
  const { subscriptions } = stripe.client;
  const plan = await withProvider(() => subscriptions.readPlan(priceId));
  if (!plan?.isActive || !terms.settings.products.includes(plan.productId))
    throw invalidInput([{ path: 'priceId', rule: 'plan_not_offered', message: rule('plan_not_offered') }]);
  const customerId = await ensureCustomer(ctx, buyer);
  const url = await withProvider(() => openCheckout(ctx, { ...buyer, customerId, priceId }));
  await ctx.db.fast(scope, (tx) => repo.recordLeaving(tx, vendorId, terms.platform, ctx.clock.now()));
  return { url };
}

/** The customer of the acting vendor, made where there is none: named like the vendor, so that people find it at the provider. */
async function ensureCustomer(ctx: Ctx, { vendorId, terms, stripe, row }: Buyer): Promise<string> {
  const { store, vendorName, email } = ctx.viewer;
  const { subscriptions } = stripe.client;
  const known = row && (await withProvider(() => subscriptions.readCustomer(row.customerId)));
  if (known) return known.customerId;
  const fields = { name: vendorName, email, metadata: { store: store.domain, vendor: String(vendorId) } };
  const made = await withProvider(() =>
    subscriptions.createCustomer({
      ...fields,
      idempotencyKey: `souk/customer/${store.id}/${vendorId}/${computeDigest([fields, row?.customerId ?? ''])}`,
    }),
  );
  const { customerId } = made;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    repo.saveCustomer(tx, { ...terms.platform, vendorId, customerId, at }),
  );
  return customerId;
}

async function openCheckout(
  ctx: Ctx,
  { vendorId, terms, stripe, row, customerId, priceId }: Buyer & { customerId: string; priceId: string },
): Promise<string> {
  const { subscriptions } = stripe.client;
  const started = await subscriptions.listCheckouts(customerId);
  const open = started.filter(({ isOpen }) => isOpen);
  const same = open.find((one) => one.priceId === priceId && one.url !== null);
  for (const other of open) if (other !== same) await subscriptions.expireCheckout(other.checkoutId);
  if (same?.url) return same.url;
  const trialDays = trialDaysFor({
    trialDays: terms.settings.trialDays,
    hasUsedTrial: row?.hasUsedTrial ?? false,
    hadSubscription: row?.subscriptionId != null,
  });
  const returnUrl = await returnAddress(ctx);
  // Whoever asks at the same moment saw the same checkouts, and gets the same one.
  const parts = [priceId, trialDays, returnUrl, ctx.viewer.locale, started.map(({ checkoutId }) => checkoutId)];
  const made = await subscriptions.createCheckout({
    customerId,
    priceId,
    vendorId: String(vendorId),
    trialDays,
    locale: ctx.viewer.locale,
    returnUrl,
    idempotencyKey: `souk/checkout/${ctx.viewer.store.id}/${vendorId}/${computeDigest(parts)}`,
  });
  await keepOneCheckout(stripe, customerId, made.checkoutId);
  invariant(made.url, 'a checkout that was just begun has a page');
  return made.url;
}

/**
 * Leaves one open checkout, the newest, where two plans were chosen at the same moment: each looks after it began its own, so
 * that whoever looks last sees both, and nobody is given the page of one that is closed. Throws invalid_state (409) for the other.
 */
async function keepOneCheckout(stripe: OpenStripe, customerId: string, own: string): Promise<void> {
  const { subscriptions } = stripe.client;
  const open = (await subscriptions.listCheckouts(customerId)).filter(({ isOpen }) => isOpen);
  const kept = chooseCheckout(open);
  for (const other of open) if (other !== kept) await subscriptions.expireCheckout(other.checkoutId);
  // A checkout that could not be closed any more was finished just now.
  const isBought = (await subscriptions.listSubscriptions(customerId)).some(({ status }) =>
    hasAccess(toStatus(status)),
  );
  if (isBought) {
    await subscriptions.expireCheckout(own);
    throw stateRefuses('membership_active');
  }
  if (kept && kept.checkoutId !== own) throw stateRefuses('membership_other_plan');
}

const computeDigest = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** The provider's page for changes, cancellation and invoices. Throws invalid_state (409) without a customer, and as above. */
export async function openBilling(ctx: Ctx): Promise<{ url: string }> {
  const { vendorId, terms, stripe, row } = await requireBuyer(ctx);
  if (!row) throw stateRefuses('membership_none');
  const { subscriptions } = stripe.client;
  const returnUrl = await returnAddress(ctx);
  const url = await withProvider(async () => {
    const plans = (await subscriptions.listPlans()).filter((plan) => terms.settings.products.includes(plan.productId));
    return subscriptions.createPortal({ customerId: row.customerId, plans, returnUrl, locale: ctx.viewer.locale });
  });
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    repo.recordLeaving(tx, vendorId, terms.platform, ctx.clock.now()),
  );
  return { url };
}

/** Where the provider leads back to: the call that has what changed read again, whoever opens it. */
async function returnAddress(ctx: Ctx): Promise<string> {
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  invariant(store, 'the viewer’s store is known');
  const url = new URL(portalUrl(ctx, store, '/api/subscription/changed'));
  url.searchParams.set('store', store.domain);
  return url.toString();
}

/** Somebody came back from the provider's pages: what may have changed is read again, and the browser goes on to the portal. */
export async function returnFromProvider(ctx: Ctx): Promise<{ url: string }> {
  const { id } = ctx.viewer.store;
  await ctx.db.fast(marketplaceScope(id), (tx) => planReturned(tx, ctx));
  const store = await findStoreById(ctx, id);
  invariant(store, 'the store of the request is known');
  return { url: portalUrl(ctx, store, '/app/membership?from=stripe') };
}
