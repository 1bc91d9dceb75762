import { sumMinor } from '#app/core/money/money.ts';
import { splitLargestRemainder } from '#app/core/money/split.ts';
import type { EditAgreement, AgreementSale, Agreement } from './edit-agreement.ts';
import type { OrderHistory, LineFacts, OrderFacts, ShippingFacts } from '../order.ts';
import { addPaidVersion } from '../order-versions.ts';

/** Versions of an order that nobody may have told of: the sale, and those that were paid in full before an edit opened a balance. */
export type SoldVersions = { sale: OrderFacts | null; paid: OrderFacts[] };

/**
 * Tells what an order was when it was sold, and each time when it was paid in full and changed later, from what was agreed with
 * the buyer. `facts` is the order as it was read together with it. What does not add up to its total tells the sale's units only.
 */
export function rebuildVersions(facts: OrderFacts, agreement: EditAgreement): SoldVersions {
  const [first] = agreement.agreements;
  if (!first?.isSale) return { sale: null, paid: [] };
  const sale = rebuild(facts, [first], { updatedAt: facts.createdAt, financialStatus: 'pending', receivedMinor: 0n });
  const paid = addsUp(facts, agreement) ? listPaid(facts, agreement) : [];
  return { sale: paid.find((one) => one.updatedAt === facts.createdAt) ?? sale, paid };
}

/**
 * Adds the versions that the store was asked for: the earliest that is known may hold what edits added, because the one of the
 * sale never came or came late (M12), and a payment that was never told is due all the same (M62). Learning them twice changes nothing.
 */
export function addOriginalSale(known: OrderHistory, { sale, paid }: SoldVersions): OrderHistory {
  const resolveOutcome = sale === null || isSureSale(known.sale) ? known : { ...known, sale };
  return paid.reduce(addPaidVersion, resolveOutcome);
}

/** Whether a version is that of the sale itself: the store changed nothing since. */
export const isSureSale = (sale: Pick<OrderFacts, 'createdAt' | 'updatedAt'>): boolean =>
  sale.updatedAt === sale.createdAt;

/** Whether all that was agreed is understood: what was added is the order's total. */
function addsUp(facts: OrderFacts, { agreements }: EditAgreement): boolean {
  const sales = agreements.flatMap((agreement) => agreement.sales);
  return sales.every(({ action }) => action !== 'other') && computeAdded(sales) === facts.totalMinor;
}

const computeAdded = (sales: readonly AgreementSale[]): bigint =>
  sumMinor(sales.map(({ action, totalMinor }) => (action === 'order' ? totalMinor : 0n)));
const computeTaken = (sales: readonly AgreementSale[]): bigint =>
  sumMinor(sales.map(({ action, totalMinor }) => (action === 'return' ? totalMinor : 0n)));

/** The versions before each edit that were paid in full by then. What is agreed now, the order itself says. */
function listPaid(facts: OrderFacts, { agreements, payments }: EditAgreement): OrderFacts[] {
  const byTime = [...payments].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || Number(a.amountMinor - b.amountMinor),
  );
  return agreements.slice(1).flatMap((next, index) => {
    const past = agreements.slice(0, index + 1);
    const sales = past.flatMap((agreement) => agreement.sales);
    const owedMinor = computeAdded(sales) - computeTaken(sales) + facts.cashRoundingPaidMinor;
    // The platform tells whole seconds: what came in within the second of the edit came before it.
    const inTime = byTime.filter((payment) => Date.parse(payment.at) <= Date.parse(next.at));
    const receivedMinor = sumMinor(inTime.map((payment) => payment.amountMinor));
    const isFree = past.length === 1 && owedMinor <= 0n;
    if (receivedMinor < owedMinor || (receivedMinor === 0n && !isFree)) return [];
    const updatedAt = chooseLater(past.at(-1)?.at ?? facts.createdAt, coveredAt(inTime, owedMinor) ?? facts.createdAt);
    return rebuild(facts, past, { updatedAt, financialStatus: 'paid', receivedMinor }) ?? [];
  });
}

const chooseLater = (one: string, other: string): string => (Date.parse(one) >= Date.parse(other) ? one : other);

/** When what came in first covered an amount. */
function coveredAt(payments: EditAgreement['payments'], owedMinor: bigint): string | undefined {
  let sumOfThem = 0n;
  return payments.find(({ amountMinor }) => (sumOfThem += amountMinor) >= owedMinor)?.at;
}

type Stand = Pick<OrderFacts, 'updatedAt' | 'financialStatus'> & { receivedMinor: bigint };

/** The order as it stood after some agreements, before any refund; null where they do not tell all of it. */
function rebuild(facts: OrderFacts, past: readonly Agreement[], stand: Stand): OrderFacts | null {
  const sales = past.flatMap((agreement) => agreement.sales);
  const ofLines = new Map(facts.lines.map((line) => [line.id, [] as AgreementSale[]]));
  for (const sale of sales) {
    if (sale.lineId === null) continue;
    const list = ofLines.get(sale.lineId);
    if (!list) return null;
    list.push(sale);
  }
  const lines = facts.lines.flatMap((line) => rebuildLine(line, ofLines.get(line.id) ?? []) ?? []);
  const shipping = computeShipping(facts, sales);
  if (lines.length === 0 || !shipping) return null;
  const added = sales.filter(({ action }) => action === 'order');
  const totalMinor = computeAdded(sales);
  const hasTaken = lines.some((line) => line.currentQuantity < line.quantity);
  return {
    ...facts,
    cancelledAt: null,
    lines,
    shipping,
    totalMinor,
    totalTaxMinor: sumMinor(added.flatMap(({ taxes }) => taxes.map((tax) => tax.amountMinor))),
    totalDiscountsMinor: sumMinor(added.map(({ discountMinor }) => discountMinor)),
    outstandingMinor: totalMinor - computeTaken(sales) + facts.cashRoundingPaidMinor - stand.receivedMinor,
    refunds: [],
    ...stand,
    // Where nothing was taken, the total says it.
    receivedMinor: hasTaken ? stand.receivedMinor : null,
  };
}

/** A line with the units that were sold of it by then; undefined where there were none. */
function rebuildLine(line: LineFacts, sales: readonly AgreementSale[]): LineFacts | undefined {
  const added = sales.filter(({ action }) => action === 'order');
  const unitsOf = (some: readonly AgreementSale[]): number => some.reduce((sum, { quantity }) => sum + quantity, 0);
  const quantity = unitsOf(added);
  if (quantity === 0) return undefined;
  const currentQuantity = Math.max(0, quantity - unitsOf(sales.filter(({ action }) => action === 'return')));
  const units = { quantity, currentQuantity, fulfillableQuantity: currentQuantity };
  if (quantity === line.quantity) return { ...line, ...units };
  const discountMinor = sumMinor(added.map((sale) => sale.discountMinor));
  const shares = splitLargestRemainder(
    line.discounts.length === 0 ? 0n : discountMinor,
    line.discounts.map((discount) => discount.amountMinor),
  );
  return {
    ...line,
    ...units,
    taxes: line.taxes.map((tax) => {
      const own = added.flatMap(({ taxes }) =>
        taxes.filter(({ title, rateNano }) => title === tax.title && rateNano === tax.rateNano),
      );
      return { ...tax, amountMinor: sumMinor(own.map(({ amountMinor }) => amountMinor)) };
    }),
    discounts: line.discounts.map((discount, index) => ({ ...discount, amountMinor: shares[index] ?? 0n })),
  };
}

/** All shipping or none of it; null where an edit added some: which of it was there before, nothing tells. */
function computeShipping(facts: OrderFacts, sales: readonly AgreementSale[]): ShippingFacts[] | null {
  const soldMinor = computeAdded(sales.filter(({ isShipping }) => isShipping));
  if (soldMinor === 0n) return facts.shipping.filter((line) => line.chargedMinor === 0n);
  const taxOf = (line: ShippingFacts): bigint =>
    facts.taxesIncluded ? 0n : sumMinor(line.taxes.map((tax) => tax.amountMinor));
  const allMinor = sumMinor(facts.shipping.map((line) => line.chargedMinor + taxOf(line)));
  return soldMinor === allMinor ? facts.shipping : null;
}
