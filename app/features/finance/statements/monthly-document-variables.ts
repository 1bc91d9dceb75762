import { money, toDto, type Currency } from '#app/core/money/money.ts';
import type { DocumentVariablesOf } from '#app/platform/mails/document-variables.ts';
import type { DocumentFormat } from '#app/features/documents/variables.ts';
import { computeOther, type MonthSums, type StatementLine } from './movement.ts';
import {
  isCredit,
  isSelfBilled,
  type InvoiceContent,
  type MonthlyDocumentKind,
  type Party,
  type StatementContent,
} from './monthly-document.ts';

/** How a language writes what a paper says. */
export type MonthlyDocumentFormat = Pick<DocumentFormat, 'money' | 'percent' | 'day' | 'country'> & {
  month: (month: string) => string;
};

/** What both kinds of papers are made of. Number and time are null while a month goes on. */
export type MonthlyDocumentSource = {
  number: string | null;
  issuedAt: string | null;
  month: string;
  currency: Currency;
  issuer: Party;
  recipient: Party;
  footer: string;
};

function commonVariables(source: MonthlyDocumentSource, format: MonthlyDocumentFormat) {
  const { issuer, recipient } = source;
  return {
    number: source.number ?? '',
    issued_on: source.issuedAt === null ? '' : format.day(source.issuedAt),
    month: format.month(source.month),
    issuer_name: issuer.name || issuer.trade,
    issuer_lines: buildAddress(issuer, format),
    issuer_tax_number: issuer.taxNumber,
    recipient_name: recipient.name || recipient.trade,
    recipient_lines: buildAddress(recipient, format),
    recipient_tax_number: recipient.taxNumber,
    currency: source.currency,
    footer: source.footer,
  };
}

/** The variables of a statement, in one language. */
export function statementVariables(
  source: MonthlyDocumentSource,
  content: StatementContent,
  lines: readonly StatementLine[],
  format: MonthlyDocumentFormat,
): DocumentVariablesOf<'doc-vendor-statement'> {
  const amount = (minor: bigint): string => format.money(toDto(money(minor, source.currency)));
  const unlessZero = (minor: bigint): string => (minor === 0n ? '' : amount(minor));
  return {
    ...commonVariables(source, format),
    is_provisional: source.number === null,
    opening: amount(content.openingMinor),
    ...sumVariables(content.sums, unlessZero),
    closing: amount(content.closingMinor),
    lines: lines.map((line) => ({
      date: format.day(line.at.toISOString()),
      type: line.type,
      count: line.count,
      // Our numbers of payouts count those of all vendors: they stand on no paper.
      reference: [line.orderName, line.note].filter(Boolean).join(' · '),
      gross: unlessZero(line.grossMinor),
      commission: unlessZero(-line.commissionMinor),
      other: unlessZero(computeOther(line)),
      amount: amount(line.amountMinor),
    })),
  };
}

function sumVariables(sums: MonthSums, write: (minor: bigint) => string) {
  return {
    sales: write(sums.salesMinor),
    refunds: write(sums.refundsMinor),
    commission: write(sums.commissionMinor),
    other: write(sums.otherMinor),
    payouts: write(sums.payoutsMinor),
    corrections: write(sums.correctionsMinor),
  };
}

/** The variables of an invoice between marketplace and vendor, or of what takes back, in one language. */
export function invoiceVariables(
  source: MonthlyDocumentSource,
  kind: MonthlyDocumentKind,
  content: InvoiceContent,
  format: MonthlyDocumentFormat,
): DocumentVariablesOf<'doc-vendor-invoice'> {
  const amount = (minor: bigint): string => format.money(toDto(money(minor, source.currency)));
  const hasTax = content.taxMinor !== 0n;
  return {
    ...commonVariables(source, format),
    is_credit: isCredit(kind),
    is_self_billed: isSelfBilled(kind),
    reverse_charge: content.reverseCharge,
    lines: content.lines.map((line) => ({ item: line.item, amount: amount(line.amountMinor) })),
    net: amount(content.netMinor),
    tax_rate: hasTax ? format.percent(content.taxPercent) : '',
    tax: hasTax ? amount(content.taxMinor) : '',
    total: amount(content.totalMinor),
    corrects: content.corrects.map((one) => ({ month: format.month(one.month), number: one.number ?? '' })),
  };
}

function buildAddress({ trade, name, address, zip, city, country }: Party, format: MonthlyDocumentFormat): string[] {
  const isNamedOtherwise = name !== '' && name !== trade;
  const town = [zip, city].filter(Boolean).join(' ');
  return [isNamedOtherwise ? trade : '', ...address.split('\n'), town, country === '' ? '' : format.country(country)]
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
