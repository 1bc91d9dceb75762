import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { isBuyerBanned } from '#app/platform/buyer-bans/buyer-bans.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { BUYER_ACTOR, changeOffer } from './change-offer.service.server.ts';
import { toOfferDto } from './offer-dto.server.ts';
import { readOfferToken } from './offer-link.server.ts';
import { atListPrice } from './offer.ts';
import { areOffersOn, requireOffers } from './offer-settings.service.server.ts';
import type { OfferAnswerInput, OfferDto } from './offers.contract.ts';
import * as repo from './offers.repo.server.ts';
import { readCommand, requireOnSale } from './offers.service.server.ts';

/** What the page of a buyer's link shows. `invoiceUrl` is null until the store has made the invoice. */
export type BuyerOffer = { offer: OfferDto; invoiceUrl: string | null };

/** The offer of a link; undefined where the link is not ours or what it is about was erased. Reading changes nothing. */
export async function readBuyerOffer(ctx: Ctx, token: string): Promise<BuyerOffer | undefined> {
  const id = readOfferToken(ctx, token, ctx.viewer.store.id);
  if (id === undefined) return undefined;
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const offer = await repo.findOffer(tx, id);
    return offer && offer.email !== null ? toBuyerOffer(offer, await areOffersOn(tx)) : undefined;
  });
}

/**
 * Answers a counter-offer for its buyer, by the link of a mail. Throws link_expired (410) for a link that is not ours, feature_disabled
 * (404), conflict (409) where the offer is not the one that was shown, and what changing it throws. A banned buyer's answer is
 * dropped: the offer stays as it is.
 */
export async function answerOffer(ctx: Ctx, token: string, input: OfferAnswerInput): Promise<BuyerOffer> {
  const id = readOfferToken(ctx, token, ctx.viewer.store.id);
  if (id === undefined) throw new AppError('link_expired');
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const offer = await repo.findOffer(tx, id, { lock: true });
    if (!offer || offer.email === null) throw new AppError('link_expired');
    return answer(ctx, tx, offer, input);
  });
}

/** The newest offers of a customer of the store, by their account; null while the feature is off. */
export async function listCustomerOffers(
  tx: SqlTx,
  o: { customerId: bigint; limit: number },
): Promise<OfferDto[] | null> {
  if (!(await areOffersOn(tx))) return null;
  return (await repo.listOfCustomer(tx, o)).map((offer) => toBuyerOffer(offer, true).offer);
}

/** One of them. Throws feature_disabled (404), not_found (404) for another customer's. */
export function readCustomerOffer(ctx: Ctx, o: { customerId: bigint; id: bigint }): Promise<BuyerOffer> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireOffers(tx);
    return toBuyerOffer(await requireOfCustomer(tx, o), true);
  });
}

/** Answers a counter-offer for its buyer, by their account: as by a mail's link, but another customer's is not_found (404). */
export function answerCustomerOffer(
  ctx: Ctx,
  o: { customerId: bigint; id: bigint },
  input: OfferAnswerInput,
): Promise<BuyerOffer> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) =>
    answer(ctx, tx, await requireOfCustomer(tx, o, { lock: true }), input),
  );
}

async function requireOfCustomer(
  tx: SqlTx,
  of: { customerId: bigint; id: bigint },
  o: { lock?: boolean } = {},
): Promise<repo.OfferRow> {
  const offer = await repo.findOfCustomer(tx, of, o);
  if (!offer) throw new AppError('not_found');
  return offer;
}

/** A buyer's answer to an offer that is locked. */
async function answer(ctx: Ctx, tx: SqlTx, offer: repo.OfferRow, input: OfferAnswerInput): Promise<BuyerOffer> {
  await requireOffers(tx);
  if (offer.version !== input.version) throw new AppError('conflict');
  const isBanned = await isBuyerBanned(tx, { customerId: offer.customerId, email: offer.email });
  const command = readCommand('buyer', input.action, input.counterOffer, offer.currency, ctx.viewer.locale);
  if (isBanned) return toBuyerOffer(offer, true);
  const priced = input.action === 'reject' ? offer : atListPrice(offer, await requireOnSale(tx, offer));
  return toBuyerOffer(await changeOffer(ctx, tx, priced, command, BUYER_ACTOR), true);
}

function toBuyerOffer(offer: repo.OfferRow, isOn: boolean): BuyerOffer {
  return {
    offer: toOfferDto(offer, { by: 'buyer', mayAct: isOn, seesAddress: false }),
    invoiceUrl: offer.status === 'accepted' && offer.orderId === null ? offer.invoiceUrl : null,
  };
}
