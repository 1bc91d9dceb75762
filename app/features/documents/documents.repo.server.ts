import { decodeExact, encodeExact, type JsonValue } from '#app/core/exact-json.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { DocumentBuyer, IssuedContent, IssuedKind, Seller } from './document.ts';
import type { Billing } from './document-settings.ts';

/** The issuer and the refund that stand for none: the marketplace, and an invoice. */
export const MARKETPLACE = 0n;
export const NO_REFUND = 0n;

export type IssuedDocument = {
  orderId: bigint;
  vendorId: bigint;
  kind: IssuedKind;
  refundId: bigint;
  issuer: bigint;
  year: number;
  serial: number;
  number: string;
  seller: Seller;
  /** Null once the buyer was redacted. */
  buyer: DocumentBuyer | null;
  content: IssuedContent;
  issuedAt: Date;
};

type Row = Omit<IssuedDocument, 'content'> & { content: JsonValue };

/** What was issued for the parts of orders, invoices first, credit notes in the order of their numbers. Needs the marketplace's scope. */
export async function listIssued(tx: SqlTx, orderIds: readonly bigint[]): Promise<IssuedDocument[]> {
  const rows = await tx.query<Row>(
    `SELECT order_id AS "orderId", vendor_id AS "vendorId", kind, refund_id AS "refundId", issuer, year, serial, number, seller, buyer,
       content, issued_at AS "issuedAt"
     FROM documents WHERE store_id = $1 AND order_id = ANY($2::bigint[]) ORDER BY kind DESC, year, serial`,
    [tx.scope.storeId, [...orderIds]],
  );
  return rows.map((row) => ({ ...row, content: decodeExact(row.content) as IssuedContent }));
}

export type Series = { issuer: bigint; kind: IssuedKind; year: number };

/**
 * Takes a series until the transaction ends and answers its last number. Who wants the next one waits here, so that a number
 * is only counted with the document that has it.
 */
export async function lockSeries(tx: SqlTx, { issuer, kind, year }: Series): Promise<number> {
  const values = [tx.scope.storeId, issuer, kind, year];
  await tx.query(
    'INSERT INTO document_counters (store_id, issuer, kind, year, last) VALUES ($1, $2, $3, $4, 0) ON CONFLICT DO NOTHING',
    values,
  );
  const [row] = await tx.query<{ last: number }>(
    'SELECT last FROM document_counters WHERE store_id = $1 AND issuer = $2 AND kind = $3 AND year = $4 FOR UPDATE',
    values,
  );
  return row?.last ?? 0;
}

/** Counts a series to the number of a document, and writes the document, in the transaction that holds the series. */
export async function insertIssued(tx: SqlTx, document: IssuedDocument): Promise<void> {
  const { issuer, kind, year, serial } = document;
  await tx.query(
    'UPDATE document_counters SET last = $5 WHERE store_id = $1 AND issuer = $2 AND kind = $3 AND year = $4',
    [tx.scope.storeId, issuer, kind, year, serial],
  );
  await tx.query(
    `INSERT INTO documents (store_id, vendor_id, order_id, kind, refund_id, issuer, year, serial, number, seller, buyer, content, issued_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12::jsonb, $13)`,
    [
      tx.scope.storeId,
      document.vendorId,
      document.orderId,
      kind,
      document.refundId,
      issuer,
      year,
      serial,
      document.number,
      JSON.stringify(document.seller),
      document.buyer === null ? null : JSON.stringify(document.buyer),
      JSON.stringify(encodeExact(document.content)),
      document.issuedAt,
    ],
  );
}

/** Who vendors are on invoices, by vendor, within the scope. */
export async function findBilling(
  tx: SqlTx,
  vendorIds: readonly bigint[],
): Promise<Map<bigint, { details: Billing; version: number }>> {
  const filter = scopedSql(tx.scope, 'b', 2);
  const rows = await tx.query<{ vendorId: bigint; details: Billing; version: number }>(
    `SELECT b.vendor_id AS "vendorId", b.details, b.version FROM vendor_billing b WHERE b.vendor_id = ANY($1::bigint[]) AND ${filter.text}`,
    [[...vendorIds], ...filter.values],
  );
  return new Map(rows.map(({ vendorId, ...row }) => [vendorId, row]));
}

/** Writes who a vendor is over the version that was read (0: none yet). False when somebody else wrote meanwhile. */
export async function saveBilling(
  tx: SqlTx,
  o: { vendorId: bigint; details: Billing; over: number; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO vendor_billing AS b (store_id, vendor_id, details, version, updated_at) VALUES ($1, $2, $3::jsonb, 1, $5)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET details = excluded.details, version = b.version + 1, updated_at = excluded.updated_at
     WHERE b.version = $4 RETURNING version`,
    [tx.scope.storeId, o.vendorId, JSON.stringify(o.details), o.over, o.at],
  );
  return rows.length > 0;
}
