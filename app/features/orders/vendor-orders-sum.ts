import type { MoneyDto } from '#app/core/dto.ts';
import { asCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import type { PayoutState } from './order-view.ts';
import type { FulfillmentStatus } from './money/units-left.ts';

/** What a list states of a vendor order and can state of several of one order together. */
type SummedRow = {
  itemCount: number;
  fulfillment: FulfillmentStatus;
  payout: PayoutState;
  onHold: boolean;
  total: MoneyDto;
  earnings: MoneyDto | null;
  due: MoneyDto | null;
};

/** An order as its vendor orders together stand; what is not summed is that of the first. */
export function sumVendorOrders<Row extends SummedRow>(vendorOrders: readonly Row[]): Row {
  const [first] = vendorOrders;
  if (!first) throw new Error('an order has a vendor order');
  return {
    ...first,
    itemCount: vendorOrders.reduce((sum, { itemCount }) => sum + itemCount, 0),
    fulfillment: joinFulfillment(vendorOrders),
    payout: joinPayout(vendorOrders),
    onHold: vendorOrders.some(({ onHold }) => onHold),
    total: sumAmounts(vendorOrders.map(({ total }) => total)) ?? first.total,
    earnings: sumAmounts(vendorOrders.map(({ earnings }) => earnings)),
    due: sumAmounts(vendorOrders.map(({ due }) => due)),
  };
}

/** A cancelled vendor order says nothing of the shipping of the others. */
function joinFulfillment(vendorOrders: readonly SummedRow[]): FulfillmentStatus {
  const states = new Set(vendorOrders.map(({ fulfillment }) => fulfillment).filter((one) => one !== 'cancelled'));
  const [only] = states;
  if (only === undefined) return 'cancelled';
  return states.size === 1 ? only : 'partially_fulfilled';
}

/** What is to be done comes first: something due, then something the buyer owes. */
function joinPayout(vendorOrders: readonly SummedRow[]): PayoutState {
  const states = new Set(vendorOrders.map(({ payout }) => payout));
  const order = ['due', 'overpaid', 'unpaid', 'paid', 'none'] as const;
  return order.find((state) => states.has(state)) ?? 'none';
}

/** The sum of amounts of one currency; null where one is not known or of another currency. */
function sumAmounts(amounts: readonly (MoneyDto | null)[]): MoneyDto | null {
  const [first] = amounts;
  if (!first || amounts.some((one) => one?.currency !== first.currency)) return null;
  const currency = asCurrency(first.currency);
  const minors = amounts.map((one) => parseAmount(one?.amount ?? '0', currency));
  return toDto(
    money(
      minors.reduce((sum, minor) => (minor.ok ? sum + minor.value : sum), 0n),
      currency,
    ),
  );
}
