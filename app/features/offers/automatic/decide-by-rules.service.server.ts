import { DRAFT_ORDER_SCOPE } from '#app/adapters/shopify/orders/draft-orders.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { changeOffer } from '../change-offer.service.server.ts';
import { areOffersOn } from '../offer-settings.service.server.ts';
import { atListPrice } from '../offer.ts';
import { findOffer, findOfferable, type OfferRow } from '../offers.repo.server.ts';
import { decideAutomatically, NO_RULES, type AutomaticDecision } from './automatic-decision.ts';
import { findRules } from './offer-rules.repo.server.ts';
import { mailSeller } from './request-decision.service.server.ts';

const RULES_ACTOR: Actor = { kind: 'system', id: 'offer-rules', name: '', role: 'system' };

/**
 * Decides a version of an offer by its seller's rules as they are now. What they leave open, or what cannot be sold at the moment,
 * is mailed to the seller as any other offer; one that was decided since is left alone.
 */
export async function decideByRules(
  services: Services,
  storeId: StoreId,
  { offerId, version }: { offerId: bigint; version: number },
): Promise<JobEnd | undefined> {
  const isOpen = (one: OfferRow | undefined): one is OfferRow => one?.status === 'pending' && one.version === version;
  const planned = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const offer = await findOffer(tx, offerId);
    return isOpen(offer) ? await decide(tx, (await priceNow(tx, offer)) ?? offer) : undefined;
  });
  // The platform is asked before the offer is locked.
  const isGranted = planned?.action === 'accept' && (await isDraftGranted(services, storeId));
  return async (tx) => {
    const found = await findOffer(tx, offerId, { lock: true });
    if (!isOpen(found)) return;
    const priced = await priceNow(tx, found);
    const offer = priced ?? found;
    const decision = await decide(tx, offer);
    const isPossible = decision?.action === 'reject' || (isGranted && priced !== undefined);
    if (!decision || !isPossible) return mailSeller(services, tx, found, services.clock.now());
    const command = { by: 'vendor', action: decision.action, rulePercent: decision.percent } as const;
    await changeOffer(services, tx, offer, command, RULES_ACTOR);
  };
}

async function decide(tx: SqlTx, offer: OfferRow): Promise<AutomaticDecision | undefined> {
  if (!(await areOffersOn(tx))) return undefined;
  return decideAutomatically(offer, (await findRules(tx, offer.vendorId)) ?? NO_RULES);
}

/** The offer at the list price of now; undefined for what is not on sale any more. */
async function priceNow(tx: SqlTx, offer: OfferRow): Promise<OfferRow | undefined> {
  const variant = await findOfferable(tx, offer.variantId);
  return variant?.vendorId === offer.vendorId ? atListPrice(offer, variant.priceMinor) : undefined;
}

async function isDraftGranted(services: Services, storeId: StoreId): Promise<boolean> {
  const store = await findStoreById(services, storeId);
  if (!store) return false;
  return (await listGrantedScopes(await services.adapters.platform(store.domain))).has(DRAFT_ORDER_SCOPE);
}
