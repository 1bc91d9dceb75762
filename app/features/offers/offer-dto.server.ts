import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { counterRange, listActions, maskEmail, type OfferParty } from './offer.ts';
import type { OfferDto } from './offers.contract.ts';

/** What of an offer's row is shown. */
type Shown = Parameters<typeof counterRange>[0] & {
  id: bigint;
  productId: bigint;
  productTitle: string;
  variantTitle: string;
  imageUrl: string | null;
  vendor: string;
  email: string | null;
  quantity: number;
  currency: string;
  rejectedBy: OfferDto['rejectedBy'];
  paidLate: boolean;
  orderId: bigint | null;
  orderName: string | null;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  version: number;
};

/** An offer as one of the two parties sees it; sellers see a masked address, because the deal is made through the store. */
export function toOfferDto(offer: Shown, o: { by: OfferParty; mayAct: boolean; seesAddress: boolean }): OfferDto {
  const currency = asCurrency(offer.currency);
  const toMoneyDto = (minor: bigint) => toDto(money(minor, currency));
  const isOpen = offer.status === 'pending' || offer.status === 'countered' || offer.status === 'accepted';
  const range = counterRange(offer, o.by);
  const allowed = o.mayAct ? listActions(offer.status, o.by) : [];
  const actions = range ? allowed : allowed.filter((action) => action !== 'counter');
  return {
    id: String(offer.id),
    product: {
      id: String(offer.productId),
      title: offer.productTitle,
      variant: offer.variantTitle,
      imageUrl: offer.imageUrl,
    },
    vendor: offer.vendor,
    buyer: offer.email === null ? '' : o.seesAddress ? offer.email : maskEmail(offer.email),
    quantity: offer.quantity,
    listed: toMoneyDto(offer.listedMinor),
    offered: toMoneyDto(offer.buyerMinor),
    price: toMoneyDto(offer.priceMinor),
    total: toMoneyDto(offer.priceMinor * BigInt(offer.quantity)),
    status: offer.status,
    rejectedBy: offer.rejectedBy,
    paidLate: offer.paidLate,
    order: offer.orderId === null ? null : { id: String(offer.orderId), name: offer.orderName ?? `#${offer.orderId}` },
    createdAt: offer.createdAt.toISOString(),
    updatedAt: offer.updatedAt.toISOString(),
    expiresAt: isOpen && offer.orderId === null ? offer.expiresAt.toISOString() : null,
    version: offer.version,
    allowedActions: actions,
    counterRange:
      range && actions.includes('counter') ? { min: toMoneyDto(range.min), max: toMoneyDto(range.max) } : null,
  };
}
