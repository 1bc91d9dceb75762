import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { parsePercent } from '#app/core/money/percent.ts';
import type { SaleTerms } from '#app/features/orders/money/order-terms.ts';
import { DEFAULT_FINANCE_FLAGS, type FinanceFlags } from '#app/features/commissions/finance-flags.ts';
import {
  NO_DECISIONS,
  splitOrder,
  type OrderDecisions,
  type SettledOrder,
} from '#app/features/orders/money/split-order.ts';
import type { OrderHistory, RefundFacts } from '#app/features/orders/order.ts';
import { addVersion, addRefund } from '#app/features/orders/order-versions.ts';
import { parseRefund } from '#app/features/orders/ingest/parse-order.ts';
import { snapshotOrderTerms } from '#app/features/orders/money/order-terms.ts';
import type { ListLine, PlatformOrder } from '#tests/factories/orders/scenarios.ts';
import { buildCommissionLine, must, readOrder, toMinor } from './settled-orders.ts';

type TaxDraft = { rate: number; price: string; channelLiable?: boolean };
type DiscountDraft = string | { amount: string; index: number };
export type LineDraft = {
  price: string;
  quantity?: number;
  current?: number;
  vendor?: string | null;
  discounts?: DiscountDraft[];
  taxes?: TaxDraft[];
  giftCard?: boolean;
  requiresShipping?: boolean;
  productId?: number;
  id?: number;
};
export type ShippingDraft = { price: string; discount?: string; taxes?: TaxDraft[] };
export type OrderDraft = {
  currency?: string;
  taxesIncluded?: boolean;
  lines: LineDraft[];
  shipping?: ShippingDraft[];
  unallocatedDiscount?: string;
  tip?: string;
  duties?: string;
  cashRounding?: string;
  taxDifference?: string;
} & Partial<Pick<PlatformOrder, 'updated_at' | 'cancelled_at' | 'financial_status' | 'refunds'>>;

/** A platform order whose totals follow from its lines, with vendors "a", "b", … unless named. */
export function buildOrder(draft: OrderDraft): PlatformOrder {
  const currency = asCurrency(draft.currency ?? 'EUR');
  const minor = (text: string): bigint => toMinor(text, currency);
  const show = (amountMinor: bigint): string => formatAmount(amountMinor, currency);
  const set = (text: string) => ({ shop_money: { amount: text, currency_code: currency } });
  const taxes = (list: TaxDraft[] = []) =>
    list.map(({ rate, price, channelLiable = false }) => ({
      title: 'VAT',
      rate,
      price,
      channel_liable: channelLiable,
    }));
  const line_items = draft.lines.map((line, index) => ({
    id: line.id ?? 1000 + index,
    admin_graphql_api_id: `gid://shopify/LineItem/${line.id ?? 1000 + index}`,
    product_id: line.productId ?? 500 + index,
    vendor: line.vendor === undefined ? 'a' : line.vendor,
    title: `Product ${index}`,
    gift_card: line.giftCard ?? false,
    requires_shipping: line.requiresShipping ?? true,
    price: line.price,
    quantity: line.quantity ?? 1,
    current_quantity: line.current ?? line.quantity ?? 1,
    tax_lines: taxes(line.taxes),
    discount_allocations: (line.discounts ?? []).map((discount) =>
      typeof discount === 'string'
        ? { amount: discount, discount_application_index: 0 }
        : { amount: discount.amount, discount_application_index: discount.index },
    ),
  }));
  const shipping_lines = (draft.shipping ?? []).map((line, index) => ({
    id: 2000 + index,
    price: line.price,
    tax_lines: taxes(line.taxes),
    discount_allocations: line.discount ? [{ amount: line.discount, discount_application_index: 1 }] : [],
  }));
  const all = [...line_items, ...shipping_lines];
  const sum = (texts: string[]): bigint => texts.reduce((total, text) => total + minor(text), 0n);
  const discounts =
    sum(all.flatMap((line) => line.discount_allocations.map(({ amount }) => amount))) +
    minor(draft.unallocatedDiscount ?? '0');
  const tax = sum(all.flatMap((line) => line.tax_lines.map(({ price }) => price))) + minor(draft.taxDifference ?? '0');
  const list = line_items.reduce((total, line) => total + minor(line.price) * BigInt(line.quantity), 0n);
  const taxesIncluded = draft.taxesIncluded ?? false;
  const total =
    list +
    sum(shipping_lines.map((line) => line.price)) -
    discounts +
    (taxesIncluded ? 0n : tax) +
    minor(draft.tip ?? '0') +
    minor(draft.duties ?? '0');
  return {
    id: 1,
    admin_graphql_api_id: 'gid://shopify/Order/1',
    name: '#1001',
    currency,
    taxes_included: taxesIncluded,
    created_at: '2026-03-01T10:00:00Z',
    updated_at: draft.updated_at ?? '2026-03-01T10:00:00Z',
    cancelled_at: draft.cancelled_at ?? null,
    financial_status: draft.financial_status ?? 'paid',
    line_items,
    shipping_lines,
    total_price: show(total),
    total_tax: show(tax),
    total_discounts: show(discounts),
    total_tip_received: draft.tip ?? '0',
    original_total_duties_set: set(draft.duties ?? '0'),
    total_cash_rounding_payment_adjustment_set: set(draft.cashRounding ?? '0'),
    refunds: draft.refunds ?? [],
  };
}

type RefundDraft = {
  id: number;
  lines?: { line: number; quantity: number; subtotal: string; tax?: string }[];
  shipping?: { amount: string; tax?: string };
  paid?: string | { amount: string; status?: string; currency?: string };
};

/** A platform refund in the order's currency; `paid` is its transaction. */
export function buildRefund(
  draft: RefundDraft,
  currency = 'EUR',
): PlatformOrder['refunds'][number] & { order_id: number } {
  const set = (amount: string) => ({ shop_money: { amount, currency_code: currency } });
  const paid = typeof draft.paid === 'string' ? { amount: draft.paid } : draft.paid;
  return {
    id: draft.id,
    order_id: 1,
    admin_graphql_api_id: `gid://shopify/Refund/${draft.id}`,
    created_at: '2026-03-02T10:00:00Z',
    refund_line_items: (draft.lines ?? []).map(({ line, quantity, subtotal, tax = '0' }) => ({
      line_item_id: 1000 + line,
      quantity,
      subtotal,
      total_tax: tax,
    })),
    refund_shipping_lines: draft.shipping
      ? [{ subtotal_amount_set: set(draft.shipping.amount), tax_amount_set: set(draft.shipping.tax ?? '0') }]
      : [],
    transactions: paid
      ? [
          {
            id: draft.id * 10,
            kind: 'refund',
            status: paid.status ?? 'success',
            amount: paid.amount,
            currency: paid.currency ?? currency,
          },
        ]
      : [],
  };
}

export type TermsDraft = {
  currency?: string;
  flags?: Partial<FinanceFlags>;
  list?: Partial<ListLine>[];
  vendorLists?: Record<string, Partial<ListLine>[]>;
  vendorNames?: Record<string, string>;
  metafields?: SaleTerms['metafields'];
  quotes?: Record<string, string>;
  /** The vendor's percent of a discount application, by its index. */
  discountShares?: Record<string, string>;
};

/** Terms with the default flags and 10 % for everybody, for vendors a (id 1), b (id 2) and c (id 3). */
export function buildTerms(draft: TermsDraft = {}): SaleTerms {
  const currency = asCurrency(draft.currency ?? 'EUR');
  const lists = Object.entries(draft.vendorLists ?? {});
  return {
    flags: { ...DEFAULT_FINANCE_FLAGS, ...draft.flags },
    defaultLines: (draft.list ?? [{ percentage: '10' }]).map((line) => buildCommissionLine(line, currency)),
    vendorLines: Object.fromEntries(
      lists.map(([vendor, lines]) => [vendor, lines.map((line) => buildCommissionLine(line, currency))]),
    ),
    vendorIds: { a: '1', b: '2', c: '3', ...draft.vendorNames },
    metafields: draft.metafields ?? {},
    quotes: draft.quotes
      ? Object.fromEntries(Object.entries(draft.quotes).map(([vendor, quote]) => [vendor, toMinor(quote, currency)]))
      : null,
    ...(draft.discountShares
      ? {
          discountShares: Object.fromEntries(
            Object.entries(draft.discountShares).map(([index, percentage]) => [
              index,
              { title: `Discount ${index}`, vendorPercent: must(parsePercent(percentage)), vendorIds: null },
            ]),
          ),
        }
      : {}),
  };
}

/** Learns versions of an order, and refunds that came by themselves, and settles it. */
export function settle(
  orders: PlatformOrder | PlatformOrder[],
  terms: SaleTerms = buildTerms(),
  more: { decisions?: Partial<OrderDecisions>; refunds?: RefundFacts[] } = {},
): SettledOrder {
  const [first, ...later] = [orders].flat();
  let known: OrderHistory = addVersion(null, readOrder(first));
  for (const order of later) known = addVersion(known, readOrder(order));
  for (const refund of more.refunds ?? []) known = addRefund(known, refund);
  return splitOrder(known, snapshotOrderTerms(known, terms), { ...NO_DECISIONS, ...more.decisions });
}

/** Reads a platform refund as it comes by itself. */
export function readRefund(payload: unknown, currency = 'EUR'): RefundFacts {
  const parsed = parseRefund(payload, asCurrency(currency));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return parsed.value;
}
