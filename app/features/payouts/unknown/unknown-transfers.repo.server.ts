import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** A transfer at a provider that carries a name of ours and that no payout here has. Minor units. */
export type UnknownTransfer = {
  provider: 'stripe' | 'paypal';
  providerRef: string;
  vendorId: bigint;
  reference: string | null;
  currency: Currency;
  amountMinor: bigint;
  madeAt: Date;
};

/** Records unknown transfers; one that somebody decided about stays decided. */
export async function insertUnknown(tx: SqlTx, transfers: readonly UnknownTransfer[], foundAt: Date): Promise<void> {
  if (transfers.length === 0) return;
  await tx.query(
    `INSERT INTO unknown_transfers (store_id, provider, provider_ref, vendor_id, reference, currency, amount_minor, made_at, found_at)
     SELECT $1, n.provider, n.provider_ref, n.vendor_id, n.reference, n.currency, n.amount_minor, n.made_at, $9
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::timestamptz[])
       AS n (provider, provider_ref, vendor_id, reference, currency, amount_minor, made_at)
     ON CONFLICT (store_id, provider, provider_ref) DO NOTHING`,
    [
      tx.scope.storeId,
      transfers.map((one) => one.provider),
      transfers.map((one) => one.providerRef),
      transfers.map((one) => one.vendorId),
      transfers.map((one) => one.reference),
      transfers.map((one) => one.currency),
      transfers.map((one) => one.amountMinor),
      transfers.map((one) => one.madeAt),
      foundAt,
    ],
  );
}

/** Decides about an unknown transfer, or takes the decision back. */
export async function markDecided(tx: SqlTx, provider: string, providerRef: string, at: Date | null): Promise<void> {
  await tx.query(
    'UPDATE unknown_transfers SET decided_at = $4 WHERE store_id = $1 AND provider = $2 AND provider_ref = $3',
    [tx.scope.storeId, provider, providerRef, at],
  );
}

/** Which of these transfers somebody decided about. */
export async function listDecided(tx: SqlTx, provider: string, providerRefs: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ ref: string }>(
    `SELECT provider_ref AS ref FROM unknown_transfers
     WHERE store_id = $1 AND provider = $2 AND provider_ref = ANY($3::text[]) AND decided_at IS NOT NULL`,
    [tx.scope.storeId, provider, [...providerRefs]],
  );
  return new Set(rows.map(({ ref }) => ref));
}

/** The unknown transfers of vendors that nobody decided about. One that a payout has taken over since is known. */
export function listUndecided(
  tx: SqlTx,
  vendorIds: readonly bigint[],
): Promise<{ vendorId: bigint; reference: string | null }[]> {
  return tx.query(
    `SELECT u.vendor_id AS "vendorId", u.reference FROM unknown_transfers u
     WHERE u.store_id = $1 AND u.vendor_id = ANY($2::bigint[]) AND u.decided_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.store_id = u.store_id AND p.vendor_id = u.vendor_id AND p.provider_ref = u.provider_ref)`,
    [tx.scope.storeId, [...vendorIds]],
  );
}

/** The vendors that payouts went to at these destinations of a provider. */
export async function listVendorsOfDestinations(
  tx: SqlTx,
  provider: string,
  destinations: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ destination: string; vendorId: bigint }>(
    `SELECT DISTINCT ON (p.destination) p.destination, p.vendor_id AS "vendorId" FROM payouts p
     WHERE p.store_id = $1 AND p.method = $2 AND p.destination = ANY($3::text[]) ORDER BY p.destination, p.id DESC`,
    [tx.scope.storeId, provider, [...destinations]],
  );
  return new Map(rows.map(({ destination, vendorId }) => [destination, vendorId]));
}
