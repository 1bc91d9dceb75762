import { isCurrency, parseAmount, sumMinor, type Currency } from '#app/core/money/money.ts';
import { splitLargestRemainder } from '#app/core/money/split.ts';
import type { RefundPayload } from '../ingest/order-payload-schema.ts';

type Transaction = RefundPayload['transactions'][number];
type AmountSet = NonNullable<Transaction['amount_set']>;
/** One amount in the buyer's currency and in the store's, minor units of each. */
type Pair = { buyerMinor: bigint; shopMinor: bigint };

/**
 * What transactions in the buyer's currency are in the store's: what the refund's own amount sets say (M53). Each counts for the
 * set, or the sum of sets, that it equals; where one alone equals none, all together do, and share it by their amounts. Null
 * where nothing is equal: a rate is never used.
 */
export function convertTransactions(
  refund: RefundPayload,
  transactions: readonly Transaction[],
  shop: Currency,
): Map<Transaction, bigint> | null {
  const [first] = transactions;
  if (!first) return new Map();
  const buyer = first.currency ?? '';
  if (!isCurrency(buyer) || transactions.some(({ currency }) => currency !== buyer)) return null;
  const sums = listSums(refund, buyer, shop);
  const find = (buyerMinor: bigint) => sums.find((sum) => sum.buyerMinor === buyerMinor)?.shopMinor;
  const amounts = transactions.map(({ amount }) => readMinor(amount ?? '', buyer));
  const stated = amounts.flatMap((amount) => amount ?? []);
  if (stated.length < amounts.length) return null;
  const alone = stated.map(find);
  const wholeMinor = find(sumMinor(stated));
  const found = alone.every((amount) => amount !== undefined)
    ? alone
    : wholeMinor === undefined
      ? null
      : splitLargestRemainder(wholeMinor, stated);
  return found && new Map(transactions.map((transaction, index) => [transaction, found[index] ?? 0n]));
}

/**
 * All that a transaction may be equal to: each set, each line with its tax, and the sums of any of what a refund is made of:
 * lines, their tax, shipping, its tax, duties and adjustments (which the platform states from the store's side: less is more).
 */
function listSums(refund: RefundPayload, buyer: Currency, shop: Currency): Pair[] {
  const read = (set: AmountSet | null, sign = 1n): Pair | null | undefined => set && readPair(set, buyer, shop, sign);
  const lines = refund.refund_line_items.map((line) => [read(line.subtotal_set), read(line.total_tax_set)]);
  const shipping = refund.refund_shipping_lines.map((line) => [
    read(line.subtotal_amount_set),
    read(line.tax_amount_set),
  ]);
  const adjustments = refund.order_adjustments.map((adjustment) => [
    read(adjustment.amount_set, -1n),
    read(adjustment.tax_amount_set, -1n),
  ]);
  const known = (pairs: readonly (Pair | null | undefined)[]): Pair[] => pairs.filter((pair) => !!pair);
  const columns = [lines, shipping, adjustments].flatMap((rows) => [rows.map(([a]) => a), rows.map(([, b]) => b)]);
  const vendorOrders = [...columns, refund.duties.map((duty) => read(duty.amount_set))]
    .map(known)
    .filter(({ length }) => length);
  const sums = sumSubsets(vendorOrders.map(addUp));
  return [...sums, ...[...lines, ...shipping].map((row) => addUp(known(row))), ...vendorOrders.flat()];
}

/** The sums of any of the parts, those of most parts first. At most seven parts. */
function sumSubsets(vendorOrders: readonly Pair[]): Pair[] {
  const subsets = Array.from({ length: 2 ** vendorOrders.length - 1 }, (_, index) =>
    vendorOrders.filter((_part, at) => ((index + 1) >> at) & 1),
  );
  return subsets.sort((left, right) => right.length - left.length).map(addUp);
}

const addUp = (pairs: readonly Pair[]): Pair => ({
  buyerMinor: sumMinor(pairs.map(({ buyerMinor }) => buyerMinor)),
  shopMinor: sumMinor(pairs.map(({ shopMinor }) => shopMinor)),
});

function readPair(set: AmountSet, buyer: Currency, shop: Currency, sign: bigint): Pair | undefined {
  const { shop_money: ours, presentment_money: theirs } = set;
  if (theirs?.currency_code !== buyer || ours.currency_code !== shop) return undefined;
  const [buyerMinor, shopMinor] = [readMinor(theirs.amount, buyer), readMinor(ours.amount, shop)];
  if (buyerMinor === undefined || shopMinor === undefined) return undefined;
  return { buyerMinor: sign * buyerMinor, shopMinor: sign * shopMinor };
}

function readMinor(amount: string | number, currency: Currency): bigint | undefined {
  const parsed = parseAmount(amount, currency);
  return parsed.ok ? parsed.value : undefined;
}
