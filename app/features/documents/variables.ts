import { money, toDto } from '#app/core/money/money.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { DocumentVariablesOf } from '#app/platform/mails/document-variables.ts';
import type { BuyerAddress } from '#app/features/orders/buyer.ts';
import type { HideableField } from '#app/features/orders/order-view.ts';
import type { DocumentBuyer, IssuedContent, Seller } from './document.ts';
import type { Sheet } from './invoice-amounts.ts';

/** How a language writes what a document says. Amounts come as the wire has them, days as moments. */
export type DocumentFormat = {
  locale: Locale;
  money: (value: { amount: string; currency: string }) => string;
  percent: (percent: string) => string;
  day: (at: string) => string;
  country: (code: string) => string;
};

type Invoice = DocumentVariablesOf<'doc-customer-invoice'>;

/** What the variables of an invoice or a credit note are made of. `hidden` are the buyer's fields that the viewer does not see. */
export type AccountSource = {
  number: string;
  issuedAt: string;
  seller: Seller;
  buyer: DocumentBuyer | null;
  content: IssuedContent;
  hidden: readonly HideableField[];
  footer: string;
};

/** The variables of an invoice, in one language. */
export function invoiceVariables(source: AccountSource, format: DocumentFormat): Invoice {
  const { buyer, content, seller } = source;
  const isShown = (field: HideableField): boolean => !source.hidden.includes(field);
  return {
    number: source.number,
    issued_on: format.day(source.issuedAt),
    order_number: content.orderName,
    ordered_on: format.day(content.orderedAt),
    seller_name: seller.name || seller.trade,
    seller_lines: sellerLines(seller, format),
    seller_tax_number: seller.taxNumber ?? '',
    buyer_erased: buyer === null,
    // Whom to call is for the fulfillment, not for the books.
    bill_to: addressLines(withoutPhone(buyer?.billing), format),
    ship_to: addressLines(withoutPhone(buyer?.shipping), format),
    customer_email: (isShown('customer.email') && buyer?.email) || '',
    customer_phone: (isShown('customer.phone') && buyer?.phone) || '',
    note: buyer?.note ?? '',
    footer: source.footer,
    ...sheetVariables(content.sheet, format),
  };
}

/** The variables of a credit note: an invoice's, and what it takes back. */
export function creditNoteVariables(
  source: AccountSource,
  format: DocumentFormat,
): DocumentVariablesOf<'doc-credit-note'> {
  const { invoiceNumber = '', refundedAt } = source.content;
  return {
    ...invoiceVariables(source, format),
    invoice_number: invoiceNumber,
    credited_on: refundedAt === undefined ? '' : format.day(refundedAt),
  };
}

/** A line of a packing slip; `properties` are what the buyer had it made like. */
export type SlipLine = {
  title: string;
  variant: string;
  sku: string;
  quantity: number;
  properties: readonly { name: string; value: string }[];
  sellingPlan: string | null;
};

/** What a packing slip is made of: what is left of the part, and where it goes. */
export type SlipSource = {
  orderName: string;
  orderedAt: string;
  vendorName: string;
  buyer: DocumentBuyer | null;
  lines: readonly SlipLine[];
  fulfillments: readonly { carrier: string | null; tracking: string | null }[];
};

/** The variables of a packing slip: no price, no sum. */
export function slipVariables(source: SlipSource, format: DocumentFormat): DocumentVariablesOf<'doc-packing-slip'> {
  const { buyer, lines, fulfillments } = source;
  return {
    order_number: source.orderName,
    ordered_on: format.day(source.orderedAt),
    vendor_name: source.vendorName,
    buyer_erased: buyer === null,
    ship_to: addressLines(buyer?.shipping ?? null, format),
    lines: lines.map(({ title, variant, sku, quantity, properties, sellingPlan }) => ({
      title,
      variant,
      sku,
      properties: [...properties],
      selling_plan: sellingPlan ?? '',
      quantity,
    })),
    units: lines.reduce((sum, line) => sum + line.quantity, 0),
    fulfillments: fulfillments
      .filter(({ carrier, tracking }) => carrier !== null || tracking !== null)
      .map(({ carrier, tracking }) => ({ carrier: carrier ?? '', tracking: tracking ?? '' })),
    note: buyer?.note ?? '',
  };
}

type Sums = Pick<
  Invoice,
  'lines' | 'prices_include_tax' | 'goods' | 'discount' | 'shipping' | 'taxes' | 'total' | 'currency'
>;

function sheetVariables(sheet: Sheet, format: DocumentFormat): Sums {
  const amount = (amountMinor: bigint): string => format.money(toDto(money(amountMinor, sheet.currency)));
  const unlessZero = (amountMinor: bigint): string => (amountMinor === 0n ? '' : amount(amountMinor));
  const rate = (rateNano: bigint | null): string =>
    // A rate of 0.21 is 21 %: 10⁻⁹ parts are 10⁻⁷ percent, written with the four places that a percentage has.
    rateNano === null ? '' : format.percent(formatPercent(rateNano / 1_000n));
  return {
    lines: sheet.lines.map((line) => ({
      title: line.title,
      variant: line.variant,
      sku: line.sku,
      quantity: line.quantity,
      unit_price: amount(line.unitPriceMinor),
      discount: unlessZero(-line.discountMinor),
      tax: [...new Set(line.rates.map(({ rateNano }) => rate(rateNano)))].join(' + '),
      total: amount(line.totalMinor),
    })),
    prices_include_tax: sheet.taxesIncluded,
    goods: amount(sheet.goodsMinor),
    discount: unlessZero(-sheet.discountMinor),
    shipping: unlessZero(sheet.shippingMinor),
    taxes: sheet.taxes.map((tax) => ({
      title: tax.title,
      rate: rate(tax.rateNano),
      net: amount(tax.netMinor),
      amount: amount(tax.amountMinor),
      by_channel: tax.byChannel,
    })),
    total: amount(sheet.totalMinor),
    currency: sheet.currency,
  };
}

function sellerLines({ trade, name, address, zip, city, country }: Seller, format: DocumentFormat): string[] {
  const isNamedOtherwise = name !== undefined && name !== '' && name !== trade;
  return filled([
    isNamedOtherwise ? trade : '',
    ...(address ?? '').split('\n'),
    [zip, city].filter(Boolean).join(' '),
    country ? format.country(country) : '',
  ]);
}

function withoutPhone(address: BuyerAddress | null | undefined): BuyerAddress | null {
  return address ? { ...address, phone: null } : null;
}

function addressLines(address: BuyerAddress | null, format: DocumentFormat): string[] {
  if (address === null) return [];
  const { name, company, street1, street2, zip, city, state, country, phone } = address;
  const town = [zip, city].filter(Boolean).join(' ');
  return filled([name, company, street1, street2, town, state, country && format.country(country), phone]);
}

function filled(lines: readonly (string | null)[]): string[] {
  return lines.flatMap((line) => (line === null || line.trim() === '' ? [] : [line.trim()]));
}
