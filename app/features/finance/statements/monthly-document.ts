import { HOUR_MS } from '#app/core/durations.ts';
import { divideHalfUp, parsePercent } from '#app/core/money/percent.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { StatementSettings } from './statement-settings.ts';
import type { MonthSums } from './movement.ts';

/** What a month has: a statement, and an invoice between marketplace and vendor (or what takes a part of one back). */
export const MONTHLY_FAMILIES = ['statement', 'invoice'] as const;
export type MonthlyFamily = (typeof MONTHLY_FAMILIES)[number];

/** What a paper is: the marketplace bills its fee, or writes the vendor's bill to itself; each can take back. */
export const INVOICE_KINDS = ['fee', 'fee_credit', 'self_billed', 'self_billed_credit'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];
export type MonthlyDocumentKind = 'statement' | InvoiceKind;

/** Why a month has no paper of a family for good: it goes on, or nothing was posted that it could say. */
export const MONTHLY_OBSTACLES = ['month_open', 'nothing_posted'] as const;
export type MonthlyObstacle = (typeof MONTHLY_OBSTACLES)[number];

/** How long after its end a month stays open, so that what was being written at its end is in it. Far above any transaction. */
export const CLOSES_AFTER_MS = HOUR_MS;

/** Who stands on a paper: `trade` is the name that everybody knows, the rest what the law wants. */
export type Party = {
  trade: string;
  name: string;
  address: string;
  zip: string;
  city: string;
  country: string;
  taxNumber: string;
};

/** What the ledger posted in a month that invoices speak of, in minor units: the fee, and what orders brought the vendor. */
export type BilledSums = { commissionMinor: bigint; shippingKeptMinor: bigint; earnedMinor: bigint };

/** What an invoice says for good. `totalMinor` holds the tax; a credit note's amounts are what it gives back, above zero. */
export type InvoiceContent = {
  lines: { item: 'commission' | 'shipping' | 'goods'; amountMinor: bigint }[];
  totalMinor: bigint;
  netMinor: bigint;
  taxMinor: bigint;
  taxPercent: string;
  reverseCharge: boolean;
  /** The invoices of earlier months that had billed what a credit note takes back, as far as they were issued. */
  corrects: { month: string; number: string | null }[];
};

/** What a statement says for good besides its lines, which the ledger keeps. */
export type StatementContent = { openingMinor: bigint; closingMinor: bigint; sums: MonthSums };

/** Whether a month's papers may be issued: its end lies far enough back that nothing is posted into it any more. */
export const isClosed = (month: { to: Date }, now: Date): boolean =>
  now.getTime() >= month.to.getTime() + CLOSES_AFTER_MS;

const WHOLE_PERCENT = 1_000_000n;

/** What an invoice of a month says, and which kind it is; undefined where there is nothing to bill. */
export function buildInvoice(
  billed: BilledSums,
  o: {
    settings: StatementSettings;
    marketplaceSells: boolean;
    marketplace: Party;
    vendor: Party & { isCompany: boolean };
  },
): { kind: InvoiceKind; content: Omit<InvoiceContent, 'corrects'> } | undefined {
  const { settings, marketplace, vendor } = o;
  const isSelfBilled = settings.selfBilling && o.marketplaceSells;
  const items = isSelfBilled
    ? [{ item: 'goods' as const, amountMinor: billed.earnedMinor }]
    : [
        { item: 'commission' as const, amountMinor: billed.commissionMinor },
        { item: 'shipping' as const, amountMinor: billed.shippingKeptMinor },
      ];
  const postedMinor = items.reduce((sum, one) => sum + one.amountMinor, 0n);
  if (postedMinor === 0n) return undefined;
  const isCredit = postedMinor < 0n;
  const sign = isCredit ? -1n : 1n;
  const totalMinor = postedMinor * sign;
  const reverseCharge = settings.reverseCharge && callsForReverseCharge(marketplace, vendor);
  // Who has no tax number charges no tax, and nobody charges what the other side owes.
  const mayCharge = !reverseCharge && (!isSelfBilled || vendor.taxNumber !== '');
  const taxPercent = mayCharge ? (isSelfBilled ? settings.selfBillingTaxPercent : settings.feeTaxPercent) : '0';
  const taxMinor = taxWithin(totalMinor, taxPercent);
  return {
    kind: isSelfBilled ? (isCredit ? 'self_billed_credit' : 'self_billed') : isCredit ? 'fee_credit' : 'fee',
    content: {
      lines: items
        .map((one) => ({ ...one, amountMinor: one.amountMinor * sign }))
        .filter((one) => one.amountMinor !== 0n),
      totalMinor,
      netMinor: totalMinor - taxMinor,
      taxMinor,
      taxPercent,
      reverseCharge,
    },
  };
}

/** Two businesses with tax numbers in different countries: the one who receives owes the tax. */
function callsForReverseCharge(marketplace: Party, vendor: Party & { isCompany: boolean }): boolean {
  const areKnown = marketplace.country !== '' && vendor.country !== '' && marketplace.country !== vendor.country;
  return areKnown && vendor.isCompany && marketplace.taxNumber !== '' && vendor.taxNumber !== '';
}

/** The tax that an amount contains, in minor units, half-up once (as M20 has it). */
function taxWithin(totalMinor: bigint, percent: string): bigint {
  const parsed = parsePercent(percent);
  invariant(parsed.ok, 'settings hold percentages');
  return divideHalfUp(totalMinor * parsed.value, WHOLE_PERCENT + parsed.value);
}

const PREFIXES: Record<MonthlyDocumentKind, string> = {
  statement: 'ST',
  fee: 'FEE',
  fee_credit: 'FCN',
  self_billed: 'SB',
  self_billed_credit: 'SBC',
};

/** The beginning of a vendor's numbers of a kind: each vendor has its own series, which tells nothing of other vendors. */
export const buildPrefix = (kind: MonthlyDocumentKind, vendorId: bigint): string => `${PREFIXES[kind]}-${vendorId}`;

/** Whether a paper is issued in the vendor's name, by the marketplace on its behalf. */
export const isSelfBilled = (kind: MonthlyDocumentKind): boolean => kind.startsWith('self_billed');

/** Whether a paper takes back. */
export const isCredit = (kind: MonthlyDocumentKind): boolean => kind.endsWith('_credit');

/** A month of a vendor in one currency, as its key. */
export type MonthlyDocumentKey = { vendorId: bigint; month: string; currency: Currency };

/** Why there is no paper: the month goes on, or nothing was posted. Null where there is one, or can be. */
export function computeObstacle(isMonthClosed: boolean, hasContent: boolean): MonthlyObstacle | null {
  if (!hasContent) return 'nothing_posted';
  return isMonthClosed ? null : 'month_open';
}
