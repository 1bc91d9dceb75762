import { sumMinor } from '#app/core/money/money.ts';
import type { OrderFacts } from '../order.ts';
import type { Gestures } from './gestures.ts';
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

/** What is held of the buyer's money, in parts: what is kept of lines and shipping, the extras, and the rest. Minor units. */
export type RetainedMoney = { heldMinor: bigint; keptMinor: bigint; extras: Extras; restMinor: bigint };

/** Takes what is held of an order apart. The rest is below zero where more went back than was taken back. */
export function splitRetained(
  facts: OrderFacts,
  state: { sold: RemainingGroup[]; groups: RemainingGroup[]; heldMinor: bigint; changed: boolean },
): RetainedMoney {
  const paidFor = (groups: readonly RemainingGroup[]): bigint =>
    sumMinor(groups.map((group) => computePaid(group, facts.taxesIncluded)));
  const { heldMinor: retainedMinor } = state;
  const keptMinor = paidFor(state.groups);
  // Once nothing is left of the goods, what is still held is one sum: no tip or rounding of a returned order stands apart.
  const isEmptied = state.changed && keptMinor === 0n;
  const extras = isEmptied ? NO_EXTRAS : listExtras(facts, paidFor(state.sold));
  return {
    heldMinor: retainedMinor,
    keptMinor,
    extras,
    restMinor: retainedMinor - keptMinor - sumMinor(Object.values(extras)),
  };
}

/**
 * Computes the marketplace's part from what is left of the order and what is held of the buyer's money. `gestures` is null once
 * the order is cancelled: then all that is still held is one sum, and nobody bears a gesture (M55).
 */
export function computeMarketplace(
  facts: OrderFacts,
  { groups, held: retained, gestures }: { groups: RemainingGroup[]; held: RetainedMoney; gestures: Gestures | null },
): MarketplacePart {
  const own = groups.find((group) => group.vendorId === null);
  const channelTaxMinor = own
    ? own.shippingChannelTaxMinor + sumMinor(own.lines.map((line) => line.channelTaxMinor))
    : 0n;
  const linesMinor = own ? computePaid(own, facts.taxesIncluded) - channelTaxMinor : 0n;
  const { extras, restMinor } = retained;
  const goodwillMinor = computeOrderGoodwill(retained, gestures);
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
 * What went back beyond all that was taken back. It nets against nothing that stays (M54). Once nothing is held, what the
 * marketplace kept back and what it gave beyond are one and cancel out; what a vendor bears never depends on that.
 */
function computeOrderGoodwill(
  { heldMinor: retainedMinor, restMinor }: RetainedMoney,
  gestures: Gestures | null,
): bigint {
  if (gestures === null) return -restMinor > 0n ? -restMinor : 0n;
  const { keptBackMinor, namedMinor, assignedMinor } = gestures;
  const beyondMinor = greatest(keptBackMinor - restMinor, namedMinor);
  if (retainedMinor > 0n) return beyondMinor;
  return greatest(-restMinor, beyondMinor < assignedMinor ? beyondMinor : assignedMinor);
}

const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other);

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
