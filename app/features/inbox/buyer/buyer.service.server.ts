import { AppError } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { MAX_NAMED, type BuyerDto } from './buyer.contract.ts';
import * as repo from './buyer.repo.server.ts';

/** What a customer of the store says and offers to vendors. One who never ordered nor wrote is not_found (404). */
export function readBuyer(ctx: Ctx, customerId: bigint): Promise<BuyerDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { isKnown, emails } = await repo.findAddresses(tx, customerId);
    if (!isKnown) throw new AppError('not_found');
    const { messages, makeAnOffer } = await readSwitches(tx);
    const by = { customerId, emails, limit: MAX_NAMED };
    const conversations = messages ? await repo.listConversations(tx, by) : null;
    const offers = makeAnOffer ? await repo.listOffers(tx, by) : null;
    return {
      conversations:
        conversations && conversations.map(({ id, at, ...one }) => ({ ...one, id: String(id), at: at.toISOString() })),
      offers:
        offers &&
        offers.map(({ id, vendor, title, variantTitle, quantity, priceMinor, currency, status, at }) => ({
          id: String(id),
          vendor,
          product: variantTitle === '' ? title : `${title} (${variantTitle})`,
          quantity,
          price: toDto(money(priceMinor, asCurrency(currency))),
          status,
          at: at.toISOString(),
        })),
    };
  });
}
