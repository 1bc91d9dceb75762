import { trimSign } from '#app/core/text/markup.ts';
import { dateFormat } from '#app/core/intl.ts';
import type { BuyerAddress } from '#app/features/orders/buyer.ts';
import type { FileFormat } from '#app/features/orders/printing/printed.ts';
import type { Sheet } from './invoice-amounts.ts';

/** What a vendor is: a private person who sells, or a company. */
export const BILLED_AS = ['company', 'person'] as const;

/** What is issued for good, under a number. */
export const ISSUED_KINDS = ['invoice', 'credit_note'] as const;
export type IssuedKind = (typeof ISSUED_KINDS)[number];

/** Who sold: `trade` is the name that everybody knows, the rest what the law wants on an invoice. */
export type Seller = {
  trade: string;
  name?: string | undefined;
  address?: string | undefined;
  zip?: string | undefined;
  city?: string | undefined;
  country?: string | undefined;
  taxNumber?: string | undefined;
};

/** Who bought, as the order said it when the document was issued. */
export type DocumentBuyer = {
  name: string | null;
  email: string | null;
  phone: string | null;
  billing: BuyerAddress | null;
  shipping: BuyerAddress | null;
  note: string | null;
};

/** What an issued document says for good. `refundIds` are the refunds that were known and counted when it was issued. */
export type IssuedContent = {
  orderName: string;
  orderedAt: string;
  sheet: Sheet;
  refundIds: string[];
  /** Of a credit note: when the money went back, and the invoice that it belongs to. */
  refundedAt?: string;
  invoiceNumber?: string;
};

const DIGITS = 6;

/** The number of a document: `INV-2026-000001`. Numbers above a million simply get longer. */
export function formatNumber(prefix: string, year: number, serial: number): string {
  return [prefix, String(year), String(serial).padStart(DIGITS, '0')].filter(Boolean).join('-');
}

/** The year of a moment in the store's time zone. */
export function yearIn(at: Date, timezone: string): number {
  return Number(dateFormat('en-CA', { timeZone: timezone, year: 'numeric' }).format(at));
}

/** A file's name from what it is about: letters, digits and hyphens only. */
export function formatFileName(name: string, format: FileFormat | 'csv'): string {
  const plain = trimSign(name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-'), '-').slice(0, 80);
  return `${plain === '' ? 'document' : plain}.${format}`;
}

/** The refunds in the order in which they are credited: those that have their note first, then by time and id. */
export function inOrderOfCredit<Refund extends { id: string; createdAt: string }>(
  refunds: readonly Refund[],
): Refund[] {
  return [...refunds].sort(
    (a, b) =>
      Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
      (a.id.length === b.id.length ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : a.id.length - b.id.length),
  );
}
