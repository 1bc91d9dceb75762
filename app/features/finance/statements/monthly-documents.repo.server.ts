import { decodeExact, encodeExact, type JsonValue } from '#app/core/exact-json.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type {
  InvoiceContent,
  MonthlyFamily,
  MonthlyDocumentKey,
  MonthlyDocumentKind,
  Party,
  StatementContent,
} from './monthly-document.ts';

/** A paper as it was issued. */
export type IssuedMonthlyDocument = MonthlyDocumentKey & {
  family: MonthlyFamily;
  kind: MonthlyDocumentKind;
  year: number;
  serial: number;
  number: string;
  issuer: Party;
  recipient: Party;
  content: StatementContent | InvoiceContent;
  issuedAt: Date;
};

type Row = Omit<IssuedMonthlyDocument, 'content'> & { content: JsonValue };

/** What was issued to vendors of the scope for some months, of all currencies. */
export async function listMonthlyDocuments(
  tx: SqlTx,
  vendorIds: readonly bigint[],
  months: readonly string[],
): Promise<IssuedMonthlyDocument[]> {
  const scope = scopedSql(tx.scope, 'p', 3);
  const rows = await tx.query<Row>(
    `SELECT p.vendor_id AS "vendorId", p.month, p.currency, p.family, p.kind, p.year, p.serial, p.number, p.issuer, p.recipient,
       p.content, p.issued_at AS "issuedAt"
     FROM vendor_documents p WHERE p.vendor_id = ANY($1::bigint[]) AND p.month = ANY($2::text[]) AND ${scope.text} ORDER BY p.month`,
    [[...vendorIds], [...months], ...scope.values],
  );
  return rows.map((row) => ({ ...row, content: decodeExact(row.content) as IssuedMonthlyDocument['content'] }));
}

/**
 * Takes a vendor's series of some kinds until the transaction ends and answers their last numbers. Who wants the next one
 * waits here, so that a number is only counted with the paper that has it.
 */
export async function lockSeries(
  tx: SqlTx,
  o: { vendorId: bigint; kinds: readonly MonthlyDocumentKind[]; year: number },
): Promise<Map<MonthlyDocumentKind, number>> {
  const values = [tx.scope.storeId, o.vendorId, [...o.kinds].sort(), o.year];
  await tx.query(
    `INSERT INTO vendor_document_counters (store_id, vendor_id, kind, year, last) SELECT $1, $2, k, $4, 0 FROM unnest($3::text[]) k
     ON CONFLICT DO NOTHING`,
    values,
  );
  const rows = await tx.query<{ kind: MonthlyDocumentKind; last: number }>(
    `SELECT kind, last FROM vendor_document_counters WHERE store_id = $1 AND vendor_id = $2 AND kind = ANY($3::text[]) AND year = $4
     ORDER BY kind FOR UPDATE`,
    values,
  );
  return new Map(rows.map(({ kind, last }) => [kind, last]));
}

/** Counts a series to the number of a paper, and writes the paper, in the transaction that holds the series. */
export async function insertMonthlyDocument(tx: SqlTx, monthlyDocument: IssuedMonthlyDocument): Promise<void> {
  const { vendorId, kind, year, serial } = monthlyDocument;
  await tx.query(
    'UPDATE vendor_document_counters SET last = $5 WHERE store_id = $1 AND vendor_id = $2 AND kind = $3 AND year = $4',
    [tx.scope.storeId, vendorId, kind, year, serial],
  );
  await tx.query(
    `INSERT INTO vendor_documents (store_id, vendor_id, month, currency, family, kind, year, serial, number, issuer, recipient, content, issued_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12::jsonb, $13)`,
    [
      tx.scope.storeId,
      vendorId,
      monthlyDocument.month,
      monthlyDocument.currency,
      monthlyDocument.family,
      kind,
      year,
      serial,
      monthlyDocument.number,
      JSON.stringify(monthlyDocument.issuer),
      JSON.stringify(monthlyDocument.recipient),
      JSON.stringify(encodeExact(monthlyDocument.content)),
      monthlyDocument.issuedAt,
    ],
  );
}

/** The issued papers of vendors by what they are for. */
export const buildKey = (one: { vendorId: bigint; month: string; currency: Currency; family: MonthlyFamily }): string =>
  [one.vendorId, one.month, one.currency, one.family].join('|');
