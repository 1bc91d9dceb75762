import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { MembershipStatus } from './membership.ts';

/** The account at the card provider whose memberships are meant, and its mode. */
export type PlatformRef = { platformId: string; isTest: boolean };

/** What the provider said of a vendor's membership. */
export type MembershipFacts = {
  status: MembershipStatus;
  subscriptionId: string | null;
  priceId: string | null;
  planName: string;
  amountMinor: bigint | null;
  currency: string | null;
  interval: string | null;
  intervalCount: number | null;
  renewsAt: Date | null;
  endsAt: Date | null;
  trialEndsAt: Date | null;
  listingLimit: number | null;
  hasUsedTrial: boolean;
};

export type MembershipRow = MembershipFacts & { vendorId: bigint; customerId: string; checkedAt: Date };

const COLUMNS = `m.vendor_id AS "vendorId", m.customer_id AS "customerId", m.status, m.subscription_id AS "subscriptionId",
  m.price_id AS "priceId", m.plan_name AS "planName", m.amount_minor AS "amountMinor", m.currency, m.interval,
  m.interval_count AS "intervalCount", m.renews_at AS "renewsAt", m.ends_at AS "endsAt", m.trial_ends_at AS "trialEndsAt",
  m.listing_limit AS "listingLimit", m.has_used_trial AS "hasUsedTrial", m.checked_at AS "checkedAt"`;

/** The membership of a vendor of the scope at one platform. */
export async function findMembership(
  tx: SqlTx,
  vendorId: bigint,
  { platformId, isTest }: PlatformRef,
): Promise<MembershipRow | undefined> {
  const scope = scopedSql(tx.scope, 'm', 4);
  const [row] = await tx.query<MembershipRow>(
    `SELECT ${COLUMNS} FROM memberships m
     WHERE m.vendor_id = $1 AND m.platform_id = $2 AND m.is_test = $3 AND ${scope.text}`,
    [vendorId, platformId, isTest, ...scope.values],
  );
  return row;
}

/** Which vendor of the scope a customer of the provider is. */
export async function findVendorOfCustomer(tx: SqlTx, customerId: string): Promise<bigint | undefined> {
  const scope = scopedSql(tx.scope, 'm', 2);
  const [row] = await tx.query<{ vendorId: bigint }>(
    `SELECT m.vendor_id AS "vendorId" FROM memberships m WHERE m.customer_id = $1 AND ${scope.text}`,
    [customerId, ...scope.values],
  );
  return row?.vendorId;
}

/**
 * Binds a customer to a vendor, in the place of an earlier one. A trial that was used stays used. False where the customer is
 * another vendor's. Needs the marketplace's scope.
 */
export async function saveCustomer(
  tx: SqlTx,
  o: PlatformRef & { vendorId: bigint; customerId: string; at: Date },
): Promise<boolean> {
  const holder = await findVendorOfCustomer(tx, o.customerId);
  if (holder !== undefined && holder !== o.vendorId) return false;
  await tx.query(
    `INSERT INTO memberships (store_id, vendor_id, platform_id, is_test, customer_id, status, checked_at)
     VALUES ($1, $2, $3, $4, $5, 'none', $6)
     ON CONFLICT (store_id, vendor_id, platform_id, is_test) DO UPDATE SET customer_id = excluded.customer_id`,
    [tx.scope.storeId, o.vendorId, o.platformId, o.isTest, o.customerId, o.at],
  );
  return true;
}

/** Writes what the provider said at a moment. False where something newer is known, or the customer is another one by now. */
export async function saveFacts(
  tx: SqlTx,
  o: PlatformRef & { vendorId: bigint; customerId: string; facts: MembershipFacts; at: Date },
): Promise<boolean> {
  const { facts } = o;
  const rows = await tx.query(
    `UPDATE memberships SET status = $6, subscription_id = $7, price_id = $8, plan_name = $9, amount_minor = $10, currency = $11,
       "interval" = $12, interval_count = $13, renews_at = $14, ends_at = $15, trial_ends_at = $16, listing_limit = $17,
       has_used_trial = has_used_trial OR $18, checked_at = $19
     WHERE store_id = $1 AND vendor_id = $2 AND platform_id = $3 AND is_test = $4 AND customer_id = $5 AND checked_at <= $19
     RETURNING vendor_id`,
    [
      ...[tx.scope.storeId, o.vendorId, o.platformId, o.isTest, o.customerId],
      ...[facts.status, facts.subscriptionId, facts.priceId, facts.planName, facts.amountMinor, facts.currency],
      ...[facts.interval, facts.intervalCount, facts.renewsAt, facts.endsAt, facts.trialEndsAt, facts.listingLimit],
      ...[facts.hasUsedTrial, o.at],
    ],
  );
  return rows.length > 0;
}

/** Notes that somebody of the vendor was sent to a page of the provider. */
export async function recordLeaving(tx: SqlTx, vendorId: bigint, ref: PlatformRef, at: Date): Promise<void> {
  await tx.query(
    `UPDATE memberships SET left_for_provider_at = $5
     WHERE store_id = $1 AND vendor_id = $2 AND platform_id = $3 AND is_test = $4`,
    [tx.scope.storeId, vendorId, ref.platformId, ref.isTest, at],
  );
}

/** Vendors whose people were sent to a page of the provider since a moment, in order of their ids. */
export async function listLeftSince(tx: SqlTx, ref: PlatformRef, since: Date, limit: number): Promise<bigint[]> {
  const rows = await tx.query<{ vendorId: bigint }>(
    `SELECT vendor_id AS "vendorId" FROM memberships
     WHERE store_id = $1 AND platform_id = $2 AND is_test = $3 AND left_for_provider_at >= $4 ORDER BY vendor_id LIMIT $5`,
    [tx.scope.storeId, ref.platformId, ref.isTest, since, limit],
  );
  return rows.map(({ vendorId }) => vendorId);
}

/** How many vendors have a membership in each status at a platform, in no order. Needs the marketplace's scope. */
export async function countByStatus(
  tx: SqlTx,
  ref: PlatformRef,
): Promise<{ status: MembershipStatus; count: number }[]> {
  return tx.query(
    `SELECT status, count(*)::int AS count FROM memberships
     WHERE store_id = $1 AND platform_id = $2 AND is_test = $3 GROUP BY status`,
    [tx.scope.storeId, ref.platformId, ref.isTest],
  );
}

/**
 * Marks the subscription of a deleted vendor as being ended at the provider, where it still is the vendor's and runs. False where the
 * vendor came back, or nothing is charged any more. Needs the marketplace's scope.
 */
export async function markEndRequested(
  tx: SqlTx,
  o: { subscriptionId: string; over: readonly MembershipStatus[]; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE memberships m SET end_requested_at = $3 FROM vendors v
     WHERE m.store_id = $1 AND m.subscription_id = $2 AND m.status <> ALL($4::text[])
       AND v.store_id = m.store_id AND v.id = m.vendor_id AND v.deleted_at IS NOT NULL RETURNING m.vendor_id`,
    [tx.scope.storeId, o.subscriptionId, o.at, [...o.over]],
  );
  return rows.length > 0;
}
