import { DAY_MS } from '#app/core/durations.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';

export const OFFER_STATUSES = ['pending', 'rejected', 'countered', 'accepted', 'completed'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

export const OFFER_ACTIONS = ['accept', 'reject', 'counter'] as const;
export type OfferAction = (typeof OFFER_ACTIONS)[number];
export type OfferParty = 'vendor' | 'buyer';

/** Who ended an offer: one of the two, the store that removed what was agreed, or time. */
export const REJECTED_BY = ['vendor', 'buyer', 'store', 'expiry'] as const;
export type RejectedBy = (typeof REJECTED_BY)[number];

export const OFFER_DAYS = 7;
export const MAX_QUANTITY = 1_000;
/** The lowest share of the listed price that a store takes offers at until it says otherwise, in percent. */
export const DEFAULT_MIN_PERCENT = 50;
/** New offers within a day: of one e-mail address, from one network address, for one variant, and in a whole store. */
export const MAX_OFFERS_A_DAY = { email: 10, address: 30, variant: 50, store: 1_000 } as const;
/** The custom attribute of draft orders by which an order is recognised. */
export const OFFER_ATTRIBUTE = '_souk_offer';

/** An offer as decisions need it. Minor units of one currency, a unit each. */
export type OfferState = {
  status: OfferStatus;
  /** What is on the table: the buyer's price, or the seller's counter-offer. */
  priceMinor: bigint;
  /** What the buyer offered last. */
  buyerMinor: bigint;
  listedMinor: bigint;
  minimumMinor: bigint;
};

export type OfferCommand =
  | {
      by: OfferParty;
      action: 'accept' | 'reject';
      /** The share of the listed price, in percent, of the seller's rule that decided where no person did. */
      rulePercent?: number;
    }
  | { by: OfferParty; action: 'counter'; priceMinor: bigint }
  | { by: 'store'; action: 'pay' | 'expire' | 'withdraw' };

export type OfferRefusal =
  | { kind: 'state'; reason: 'offer_decided' | 'offer_awaits_buyer' | 'offer_awaits_seller' }
  | { kind: 'price'; rule: 'too_low' | 'too_high'; boundMinor: bigint };

/** What a command changes. `isLate`: it was paid after it had ended. */
export type OfferChange = Pick<OfferState, 'status' | 'priceMinor' | 'buyerMinor'> & {
  rejectedBy: RejectedBy | null;
  isLate: boolean;
};

/** The lowest price that is taken for a listed one, minor units rounded up. */
export function computeMinimum(listedMinor: bigint, minPercent: number): bigint {
  return (listedMinor * BigInt(minPercent) + 99n) / 100n;
}

/**
 * Decides a command. A pending offer is the seller's turn, a countered one the buyer's; whoever counters hands the turn over, and a
 * seller may replace a counter-offer that was not answered. Paying is taken in every status, because the money has come.
 */
export function decideOffer(offer: OfferState, command: OfferCommand): Result<OfferChange, OfferRefusal> {
  if (command.by === 'store') return decideEvent(offer, command.action);
  const turn = refuseTurn(offer.status, command);
  if (turn) return refuse({ kind: 'state', reason: turn });
  if (command.action === 'counter') return counter(offer, command.by, command.priceMinor);
  return command.action === 'accept'
    ? ok(change(offer, 'accepted'))
    : ok({ ...change(offer, 'rejected'), rejectedBy: command.by });
}

/** The actions that a party can take now. */
export function listActions(status: OfferStatus, by: OfferParty): OfferAction[] {
  return OFFER_ACTIONS.filter((action) => refuseTurn(status, { by, action }) === undefined);
}

/** The prices between which a counter-offer of a party lies, both included; undefined where none is possible. */
export function counterRange(offer: OfferState, by: OfferParty): { min: bigint; max: bigint } | undefined {
  const range =
    by === 'vendor'
      ? { min: offer.buyerMinor + 1n, max: offer.listedMinor }
      : { min: offer.minimumMinor, max: offer.priceMinor - 1n };
  return range.min <= range.max ? range : undefined;
}

/** The listed price is the highest one that is offered, the minimum the lowest. */
export function checkPrice(
  priceMinor: bigint,
  { min, max }: { min: bigint; max: bigint },
): Extract<OfferRefusal, { kind: 'price' }> | undefined {
  if (priceMinor < min) return { kind: 'price', rule: 'too_low', boundMinor: min };
  return priceMinor > max ? { kind: 'price', rule: 'too_high', boundMinor: max } : undefined;
}

/**
 * An offer at the list price of now, by which it is decided: nobody pays more than the list says on the day of the decision. What is on the
 * table falls with the list, and a counter-offer reaches as high as the list.
 */
export function atListPrice<Offer extends OfferState>(offer: Offer, listedMinor: bigint): Offer {
  const capped = (minor: bigint): bigint => (minor < listedMinor ? minor : listedMinor);
  return {
    ...offer,
    listedMinor,
    priceMinor: capped(offer.priceMinor),
    buyerMinor: capped(offer.buyerMinor),
    minimumMinor: capped(offer.minimumMinor),
  };
}

/** When an offer that was touched now ends by itself. */
export function computeExpiry(now: Date): Date {
  return new Date(now.getTime() + OFFER_DAYS * DAY_MS);
}

type StateReason = Extract<OfferRefusal, { kind: 'state' }>['reason'];

function refuseTurn(
  status: OfferStatus,
  { by, action }: { by: OfferParty; action: OfferAction },
): StateReason | undefined {
  if (status !== 'pending' && status !== 'countered') return 'offer_decided';
  const isTheirTurn = (status === 'pending') === (by === 'vendor');
  if (isTheirTurn) return undefined;
  // Both may leave at any time, and a seller may think again about a counter-offer.
  if (action === 'reject' || (by === 'vendor' && action === 'counter')) return undefined;
  return by === 'vendor' ? 'offer_awaits_buyer' : 'offer_awaits_seller';
}

function counter(offer: OfferState, by: OfferParty, priceMinor: bigint): Result<OfferChange, OfferRefusal> {
  const range = counterRange(offer, by);
  if (!range) return refuse({ kind: 'price', rule: 'too_high', boundMinor: offer.priceMinor });
  const refused = checkPrice(priceMinor, range);
  if (refused) return refuse(refused);
  return ok(
    by === 'vendor'
      ? { ...change(offer, 'countered'), priceMinor }
      : { ...change(offer, 'pending'), priceMinor, buyerMinor: priceMinor },
  );
}

function decideEvent(offer: OfferState, action: 'pay' | 'expire' | 'withdraw'): Result<OfferChange, OfferRefusal> {
  if (offer.status === 'completed') return refuse({ kind: 'state', reason: 'offer_decided' });
  if (action === 'pay') return ok({ ...change(offer, 'completed'), isLate: offer.status === 'rejected' });
  if (offer.status === 'rejected') return refuse({ kind: 'state', reason: 'offer_decided' });
  return ok({ ...change(offer, 'rejected'), rejectedBy: action === 'expire' ? 'expiry' : 'store' });
}

const change = ({ priceMinor, buyerMinor }: OfferState, status: OfferStatus): OfferChange => ({
  status,
  priceMinor,
  buyerMinor,
  rejectedBy: null,
  isLate: false,
});

/** An address of which a seller sees enough to tell two buyers apart: `a•••@buyers.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** Whether an order's line is what was agreed: attributes of a cart can be written by anybody. */
export function isAgreedLine(
  offer: { variantId: bigint; quantity: number; priceMinor: bigint },
  line: { variantId: string | null; quantity: number; unitPriceMinor: bigint },
): boolean {
  return (
    line.variantId === String(offer.variantId) &&
    line.quantity === offer.quantity &&
    line.unitPriceMinor === offer.priceMinor
  );
}
