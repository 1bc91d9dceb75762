import { scopedSql } from '#app/server/scoped.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { PayoutHold } from '../holds/payout-hold.ts';
import type { AccountState, ReceiverType } from './payout-method.ts';

export type VendorMethodRow = {
  vendorId: bigint;
  kind: 'stripe' | 'paypal';
  receiver: string | null;
  receiverType: ReceiverType | null;
  detailsChangedAt: Date;
  isWaiting: boolean;
};

const METHOD = `m.vendor_id AS "vendorId", m.kind, m.receiver, m.receiver_type AS "receiverType", m.details_changed_at AS "detailsChangedAt",
  m.waits_for IS NOT NULL AS "isWaiting"`;

/** How some vendors of the scope are paid; those who have not said it are missing. */
export function listMethods(tx: SqlTx, vendorIds: readonly bigint[]): Promise<VendorMethodRow[]> {
  const scope = scopedSql(tx.scope, 'm', 2);
  return tx.query(`SELECT ${METHOD} FROM payout_methods m WHERE m.vendor_id = ANY($1::bigint[]) AND ${scope.text}`, [
    [...vendorIds],
    ...scope.values,
  ]);
}

/** How a vendor of the store is paid and whether its payouts are held, in one statement. */
export async function findMethodAndHold(
  tx: SqlTx,
  vendorId: bigint,
): Promise<{ method: VendorMethodRow | undefined; hold: PayoutHold | undefined }> {
  const [row] = await tx.query<(VendorMethodRow | { kind: null }) & (PayoutHold | { since: null })>(
    `SELECT ${METHOD}, v.payouts_on_hold_since AS since, v.payouts_on_hold_reason AS reason, v.payouts_on_hold_by AS "by"
     FROM vendors v LEFT JOIN payout_methods m ON m.store_id = v.store_id AND m.vendor_id = v.id WHERE v.store_id = $1 AND v.id = $2`,
    [tx.scope.storeId, vendorId],
  );
  return {
    method: row && row.kind !== null ? row : undefined,
    hold: row && row.since !== null ? row : undefined,
  };
}

export type CurrentAccount = { vendorId: bigint; accountId: string; state: AccountState };

/** Of some vendors the account of one platform and mode that was registered last. */
export function listCurrentAccounts(
  tx: SqlTx,
  vendorIds: readonly bigint[],
  of: { platformId: string; isTest: boolean },
): Promise<CurrentAccount[]> {
  const scope = scopedSql(tx.scope, 'a', 4);
  return tx.query(
    `SELECT DISTINCT ON (a.vendor_id) a.vendor_id AS "vendorId", a.account_id AS "accountId", a.state FROM stripe_accounts a
     WHERE a.vendor_id = ANY($1::bigint[]) AND a.platform_id = $2 AND a.is_test = $3 AND ${scope.text}
     ORDER BY a.vendor_id, a.registered_at DESC, a.id DESC`,
    [[...vendorIds], of.platformId, of.isTest, ...scope.values],
  );
}
