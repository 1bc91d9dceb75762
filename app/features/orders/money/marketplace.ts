import { sumMinor } from '#app/core/money/money.ts';
import type { OrderFacts } from '../order.ts';
import { computePaid, type RemainingGroup } from './remaining.ts';

/** The marketplace's own part of an order (M11): everything that is no vendor's. Minor units; goodwill is positive when borne. */
export type MarketplacePart = {
  linesMinor: bigint;
  tipsMinor: bigint;
  dutiesMinor: bigint;
  feesMinor: bigint;
  cashRoundingMinor: bigint;
  taxDifferenceMinor: bigint;
  otherMinor: bigint;
  notRefundedMinor: bigint;
  channelTaxMinor: bigint;
  goodwillMinor: bigint;
  remainderMinor: bigint;
};

/** Computes the marketplace's part from what was sold, what is left of it and what is held of the buyer's money. */
export function computeMarketplace(
  facts: OrderFacts,
  state: {
    sold: RemainingGroup[];
    groups: RemainingGroup[];
    heldMinor: bigint;
    changed: boolean;
    /** Null once the order is cancelled: then all that is still held is one sum, and nobody bears a gesture (M55). */
    gestures: Gestures | null;
  },
): MarketplacePart {
  const paidFor = (groups: readonly RemainingGroup[]): bigint =>
    sumMinor(groups.map((group) => computePaid(group, facts.taxesIncluded)));
  const keptMinor = paidFor(state.groups);
  const own = state.groups.find((group) => group.vendorId === null);
  const channelTaxMinor = own
    ? own.shippingChannelTaxMinor + sumMinor(own.lines.map((line) => line.channelTaxMinor))
    : 0n;
  const linesMinor = own ? computePaid(own, facts.taxesIncluded) - channelTaxMinor : 0n;
  // Once nothing is left of the goods, what is still held is one sum: no tip or rounding of a returned order stands apart.
  const isEmptied = state.changed && keptMinor === 0n;
  const extras = isEmptied ? NO_EXTRAS : listExtras(facts, paidFor(state.sold));
  const restMinor = state.heldMinor - keptMinor - sumMinor(Object.values(extras));
  const goodwillMinor = computeGoodwill(restMinor, state.heldMinor > 0n ? state.gestures : null);
  const notRefundedMinor = restMinor + goodwillMinor;
  return {
    linesMinor,
    ...extras,
    notRefundedMinor,
    channelTaxMinor,
    goodwillMinor,
    remainderMinor: linesMinor + sumMinor(Object.values(extras)) - extras.cashRoundingMinor + notRefundedMinor,
  };
}

/**
 * What refunds kept back of what they took back (a restocking fee), and what of them was sent for a vendor to bear: money that
 * stays, and gestures for sure. Minor units.
 */
export type Gestures = { keptBackMinor: bigint; borneMinor: bigint };

/** What went back beyond all that was taken back. It nets against nothing that stays while anything stays (M54). */
function computeGoodwill(restMinor: bigint, gestures: Gestures | null): bigint {
  const { keptBackMinor, borneMinor } = gestures ?? { keptBackMinor: 0n, borneMinor: 0n };
  const beyondMinor = keptBackMinor - restMinor;
  return beyondMinor > borneMinor ? beyondMinor : borneMinor;
}

type Extras = Pick<
  MarketplacePart,
  'tipsMinor' | 'dutiesMinor' | 'feesMinor' | 'cashRoundingMinor' | 'taxDifferenceMinor' | 'otherMinor'
>;

const NO_EXTRAS: Extras = {
  tipsMinor: 0n,
  dutiesMinor: 0n,
  feesMinor: 0n,
  cashRoundingMinor: 0n,
  taxDifferenceMinor: 0n,
  otherMinor: 0n,
};

/** What the order's total holds besides its lines and shipping (M11, M23); `otherMinor` is what nothing explains. */
function listExtras(facts: OrderFacts, soldMinor: bigint): Extras {
  const taxes = [...facts.lines, ...facts.shipping].flatMap((line) => line.taxes);
  const statedTaxMinor = sumMinor(taxes.map((tax) => tax.amountMinor));
  const explained = {
    tipsMinor: facts.tipsMinor,
    dutiesMinor: facts.dutiesMinor,
    feesMinor: facts.feesMinor,
    cashRoundingMinor: facts.cashRoundingPaidMinor,
    taxDifferenceMinor: facts.taxesIncluded ? 0n : facts.totalTaxMinor - statedTaxMinor,
  };
  const totalMinor = facts.totalMinor + facts.cashRoundingPaidMinor;
  return { ...explained, otherMinor: totalMinor - soldMinor - sumMinor(Object.values(explained)) };
}
