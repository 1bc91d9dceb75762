import { randomBytes } from 'node:crypto';
import { DAY_SECONDS } from '#app/core/durations.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { amountIssue, asCurrency, type Currency, money, readAmount, toDto } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { type Locale, marketplaceScope } from '#app/core/viewer.ts';
import { isBuyerBanned } from '#app/platform/buyer-bans/buyer-bans.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { requestDecision } from './automatic/request-decision.service.server.ts';
import { BUYER_ACTOR, planExpiry, recordOfferEvent } from './change-offer.service.server.ts';
import {
  checkPrice,
  computeExpiry,
  computeMinimum,
  MAX_OFFERS_A_DAY,
  MAX_QUANTITY,
  type OfferRefusal,
} from './offer.ts';
import { areOffersOn, readMinPercent, requireOffers } from './offer-settings.service.server.ts';
import type { MakeOfferInput, OfferTermsDto } from './offers.contract.ts';
import * as repo from './offers.repo.server.ts';

/**
 * Takes a buyer's offer and has the seller decide it: by rules, or by a mail. Throws feature_disabled (404) while offers are off, not_found (404) for a variant that is
 * not on sale, invalid_input (422) for a price outside of the bounds, invalid_state (409) where the address has an open one for
 * the variant, rate_limited (429). A banned buyer's offer is dropped and answered alike.
 */
export async function makeOffer(ctx: Ctx, input: MakeOfferInput, address: string): Promise<{ ok: true }> {
  const { store, locale, customerId = null } = ctx.viewer;
  const currency = asCurrency(store.currency);
  const amount = readAmount(input.amount, currency, locale);
  if (!amount.ok) throw invalidInput([amountIssue('amount', amount.refusal)]);
  const { variant, minPercent } = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireOffers(tx);
    return { variant: await repo.findOfferable(tx, input.variantId), minPercent: await readMinPercent(tx) };
  });
  if (!variant) throw new AppError('not_found');
  const minimumMinor = computeMinimum(variant.priceMinor, minPercent);
  const refused = checkPrice(amount.value, { min: minimumMinor > 0n ? minimumMinor : 1n, max: variant.priceMinor });
  if (refused) throw amountError(refused, currency, locale);
  await countOffer(ctx, input, address);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (await isBuyerBanned(tx, { customerId, email: input.email })) return;
    const id = await repo.insertOffer(tx, {
      ...variant,
      variantId: input.variantId,
      email: input.email,
      customerId,
      locale,
      quantity: input.quantity,
      currency,
      minimumMinor,
      offeredMinor: amount.value,
      draftKey: randomBytes(16).toString('hex'),
      at,
      expiresAt: computeExpiry(at),
    });
    if (id === undefined) throw stateRefuses('offer_open');
    const offer = await repo.findOffer(tx, id);
    if (!offer) throw new AppError('not_found');
    await recordOfferEvent(tx, offer, 'made', BUYER_ACTOR, { at });
    await requestDecision(ctx, tx, offer, at);
    await planExpiry(tx, offer);
  });
  return { ok: true };
}

/** A buyer's price outside of its bounds, with the bound as a price in the buyer's language. */
function amountError(
  { rule: broken, boundMinor }: Extract<OfferRefusal, { kind: 'price' }>,
  currency: Currency,
  locale: Locale,
): AppError {
  const bound = formatMoney(toDto(money(boundMinor, currency)), locale);
  const message =
    broken === 'too_low' ? rule('offer_too_low', { minimum: bound }) : rule('offer_too_high', { maximum: bound });
  return invalidInput([{ path: 'amount', rule: broken, message }]);
}

/** What can be offered for a variant. Throws not_found (404) for one that is not on sale; while offers are off it only says so. */
export async function readOfferTerms(ctx: Ctx, variantId: bigint): Promise<OfferTermsDto> {
  const { store } = ctx.viewer;
  const currency = asCurrency(store.currency);
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (!(await areOffersOn(tx))) return { enabled: false, listed: null, minimum: null, maxQuantity: MAX_QUANTITY };
    const variant = await repo.findOfferable(tx, variantId);
    if (!variant) throw new AppError('not_found');
    const minimum = computeMinimum(variant.priceMinor, await readMinPercent(tx));
    return {
      enabled: true,
      listed: toDto(money(variant.priceMinor, currency)),
      minimum: toDto(money(minimum, currency)),
      maxQuantity: MAX_QUANTITY,
    };
  });
}

/** Counts an offer against the limits: of its sender first, so that nobody uses up what is everybody's. */
async function countOffer(ctx: Ctx, { email, variantId }: MakeOfferInput, address: string): Promise<void> {
  const store = `offer|${ctx.viewer.store.id}`;
  await ctx.limits.hit(`${store}|from|${address}`, MAX_OFFERS_A_DAY.address, DAY_SECONDS);
  await ctx.limits.hit(`${store}|${email}`, MAX_OFFERS_A_DAY.email, DAY_SECONDS);
  await ctx.limits.hit(`${store}|variant|${variantId}`, MAX_OFFERS_A_DAY.variant, DAY_SECONDS);
  await ctx.limits.hit(store, MAX_OFFERS_A_DAY.store, DAY_SECONDS);
}
