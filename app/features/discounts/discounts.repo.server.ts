import type { Discount } from '@prisma/client';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { DiscountMethod, DiscountState, MadeDiscount, MINIMUM_TYPES, VALUE_TYPES } from './discount.ts';

export type DiscountRow = Omit<Discount, 'method' | 'valueType' | 'minimumType' | 'state'> & {
  method: DiscountMethod;
  valueType: (typeof VALUE_TYPES)[number];
  minimumType: (typeof MINIMUM_TYPES)[number];
  state: DiscountState;
  /** Whose it is; null for one of the marketplace. */
  vendor: string | null;
};

export const COLUMNS = `d.id, d.store_id AS "storeId", d.vendor_id AS "vendorId", d.vendor_ids::text[] AS "vendorTexts", d.name, d.name_key AS "nameKey",
  d.method, d.value_type AS "valueType", d.percent, d.amount_minor AS "amountMinor", d.currency, d.starts_at AS "startsAt",
  d.ends_at AS "endsAt", d.one_per_customer AS "onePerCustomer", d.usage_limit AS "usageLimit", d.minimum_type AS "minimumType",
  d.minimum_minor AS "minimumMinor", d.minimum_quantity AS "minimumQuantity", d.vendor_percent AS "vendorPercent", d.state,
  d.refusal, d.platform_id AS "platformId", d.used_count AS "usedCount", d.changed_in_store_at AS "changedInStoreAt",
  d.edit_requested_at AS "editRequestedAt", d.sent_at AS "sentAt", d.sending_until AS "sendingUntil", d.scope_changed AS "scopeChanged", d.version, d.created_at AS "createdAt", d.updated_at AS "updatedAt", v.name AS vendor`;
/** Arrays of ids are read as texts. */
export type Read<Row extends { vendorIds: bigint[] }> = Omit<Row, 'vendorIds'> & { vendorTexts: string[] };
export const toRow = <Row extends { vendorIds: bigint[] }>({ vendorTexts, ...row }: Read<Row>): Row =>
  ({ ...row, vendorIds: vendorTexts.map(BigInt) }) as unknown as Row;
export const FROM = 'discounts d LEFT JOIN vendors v ON v.store_id = d.store_id AND v.id = d.vendor_id';

/** A discount that is to be made. */
export type NewDiscount = Pick<
  DiscountRow,
  | 'vendorId'
  | 'vendorIds'
  | 'name'
  | 'nameKey'
  | 'method'
  | 'valueType'
  | 'percent'
  | 'amountMinor'
  | 'currency'
  | 'startsAt'
  | 'endsAt'
  | 'onePerCustomer'
  | 'usageLimit'
  | 'minimumType'
  | 'minimumMinor'
  | 'minimumQuantity'
  | 'vendorPercent'
> & { at: Date };

/** Keeps a discount as it is asked for; undefined where another has its code or title. */
export async function insertDiscount(tx: SqlTx, o: NewDiscount): Promise<bigint | undefined> {
  // The partial index decides about two at once, which the ORM cannot name.
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO discounts (store_id, vendor_id, vendor_ids, name, name_key, method, value_type, percent, amount_minor, currency,
       starts_at, ends_at, one_per_customer, usage_limit, minimum_type, minimum_minor, minimum_quantity, vendor_percent, state,
       created_at, updated_at)
     VALUES ($1, $2, $3::bigint[], $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 'creating', $19, $19)
     ON CONFLICT (store_id, method, name_key) WHERE state NOT IN ('removed', 'refused') DO NOTHING RETURNING id`,
    [
      tx.scope.storeId,
      o.vendorId,
      o.vendorIds,
      o.name,
      o.nameKey,
      o.method,
      o.valueType,
      o.percent,
      o.amountMinor,
      o.currency,
      o.startsAt,
      o.endsAt,
      o.onePerCustomer,
      o.usageLimit,
      o.minimumType,
      o.minimumMinor,
      o.minimumQuantity,
      o.vendorPercent,
      o.at,
    ],
  );
  return row?.id;
}

/** Takes back what was asked for and never came to be. */
export async function deleteUnmade(tx: SqlTx, id: bigint): Promise<void> {
  const scope = scopedSql(tx.scope, 'd', 2);
  await tx.query(`DELETE FROM discounts d WHERE d.id = $1 AND d.state = 'creating' AND ${scope.text}`, [
    id,
    ...scope.values,
  ]);
}

/** A discount of the scope; with a lock nobody else changes it until the transaction ends. */
export async function findDiscount(
  tx: SqlTx,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<DiscountRow | undefined> {
  const scope = scopedSql(tx.scope, 'd', 2);
  const [row] = await tx.query<Read<DiscountRow>>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE d.id = $1 AND ${scope.text}${o.lock ? ' FOR UPDATE OF d' : ''}`,
    [id, ...scope.values],
  );
  return row && toRow<DiscountRow>(row);
}

/** The discount that the platform knows by an id. */
export async function findIdByPlatform(tx: SqlTx, platformId: bigint): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>('SELECT id FROM discounts WHERE store_id = $1 AND platform_id = $2', [
    tx.scope.storeId,
    platformId,
  ]);
  return row?.id;
}

/** Whether another discount of the store has a code or title. */
export async function isNameTaken(
  tx: SqlTx,
  { id, method }: Pick<DiscountRow, 'id' | 'method'>,
  nameKey: string,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM discounts WHERE store_id = $1 AND method = $2 AND name_key = $3 AND id <> $4 AND state NOT IN ('removed', 'refused')`,
    [tx.scope.storeId, method, nameKey, id],
  );
  return rows.length > 0;
}

/** Discounts that had some names, each with the time in which it had one of them, for orders that applied them. */
export async function listByNames(
  tx: SqlTx,
  keys: readonly Pick<MadeDiscount, 'method' | 'nameKey'>[],
): Promise<MadeDiscount[]> {
  // Two lists that belong together, which the ORM cannot say.
  const rows = await tx.query<Read<MadeDiscount>>(
    `SELECT DISTINCT n.id, d.method, d.name, n.name_key AS "nameKey", d.vendor_id AS "vendorId", d.vendor_ids::text[] AS "vendorTexts",
       d.vendor_percent AS "vendorPercent", d.starts_at AS "startsAt", d.ends_at AS "endsAt", n.taken_at AS "takenAt",
       n.left_at AS "leftAt"
     FROM discount_names n JOIN discounts d ON d.store_id = n.store_id AND d.id = n.discount_id
     JOIN unnest($2::text[], $3::text[]) AS k(method, name_key) ON k.method = n.method AND k.name_key = n.name_key
     WHERE n.store_id = $1 AND d.state <> 'refused' ORDER BY n.id`,
    [tx.scope.storeId, keys.map(({ method }) => method), keys.map(({ nameKey }) => nameKey)],
  );
  return rows.map(toRow<MadeDiscount>);
}

/** A vendor's own discounts that have not ended here yet. */
export async function listOpenOfVendor(tx: SqlTx, vendorId: bigint): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT id FROM discounts WHERE store_id = $1 AND vendor_id = $2 AND state IN ('creating', 'live') ORDER BY id`,
    [tx.scope.storeId, vendorId],
  );
  return rows.map(({ id }) => id);
}

/** Discounts that the platform should have now, a page after an id. */
export async function listLive(
  tx: SqlTx,
  after: bigint,
  limit: number,
): Promise<{ id: bigint; platformId: bigint; method: DiscountMethod }[]> {
  return tx.query(
    `SELECT id, platform_id AS "platformId", method FROM discounts
     WHERE store_id = $1 AND id > $2 AND state = 'live' AND platform_id IS NOT NULL ORDER BY id LIMIT $3`,
    [tx.scope.storeId, after, limit],
  );
}

/** Holds until the transaction ends, so that no two automatic discounts are counted before either is there. */
export async function lockAutomatic(tx: SqlTx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('discounts/automatic', $1))", [tx.scope.storeId]);
}

/** How many automatic discounts run or are planned that were made here: of one vendor, of all vendors, and with the marketplace's. */
export type AutomaticCounts = { ofVendor: number; ofVendors: number; all: number };

/** Counts them; `vendorId` null counts for the marketplace. Needs the marketplace's scope. */
export async function countAutomatic(tx: SqlTx, vendorId: bigint | null, now: Date): Promise<AutomaticCounts> {
  const [row] = await tx.query<AutomaticCounts>(
    `SELECT count(*)::int AS "all", count(vendor_id)::int AS "ofVendors",
       (count(*) FILTER (WHERE vendor_id = $3))::int AS "ofVendor"
     FROM discounts WHERE store_id = $1 AND method = 'automatic'
       AND state IN ('creating', 'live', 'ending') AND (ends_at IS NULL OR ends_at > $2)`,
    [tx.scope.storeId, now, vendorId],
  );
  return row ?? { ofVendor: 0, ofVendors: 0, all: 0 };
}

/**
 * Marks a discount as being made or ended at the platform, where it still is to be: `wasSent` says that an earlier call may have done
 * it. Undefined where nothing is to be done any more, or while another call may be under way.
 */
export async function markSending(
  tx: SqlTx,
  id: bigint,
  o: { state: 'creating' | 'ending'; now: Date; until: Date },
): Promise<{ row: DiscountRow; wasSent: boolean } | undefined> {
  // One statement looks and marks; what stood before comes from the row that it locks.
  const [marked] = await tx.query<{ wasSent: boolean }>(
    `UPDATE discounts d SET sent_at = $4, sending_until = $5
     FROM (SELECT id, sent_at FROM discounts WHERE store_id = $1 AND id = $2 FOR UPDATE) before
     WHERE d.id = before.id AND d.store_id = $1 AND d.state = $3 AND (d.sending_until IS NULL OR d.sending_until <= $4)
     RETURNING before.sent_at IS NOT NULL AS "wasSent"`,
    [tx.scope.storeId, id, o.state, o.now, o.until],
  );
  const row = marked && (await findDiscount(tx, id));
  return row && { row, wasSent: marked.wasSent };
}

/** Says that a call of ours has ended, so that the next need not wait. */
export async function endSending(tx: SqlTx, id: bigint, until: Date): Promise<void> {
  await tx.query('UPDATE discounts SET sending_until = NULL WHERE store_id = $1 AND id = $2 AND sending_until = $3', [
    tx.scope.storeId,
    id,
    until,
  ]);
}

/** Records that a vendor refused a discount of the marketplace. False where it had already. */
export async function insertRefusal(tx: SqlTx, id: bigint, vendorId: bigint | number, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO discount_refusals (store_id, discount_id, vendor_id, refused_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING vendor_id`,
    [tx.scope.storeId, id, vendorId, at],
  );
  return rows.length > 0;
}

type Written = Partial<
  Pick<
    Discount,
    | 'name'
    | 'nameKey'
    | 'valueType'
    | 'percent'
    | 'amountMinor'
    | 'startsAt'
    | 'endsAt'
    | 'onePerCustomer'
    | 'usageLimit'
    | 'minimumType'
    | 'minimumMinor'
    | 'minimumQuantity'
    | 'state'
    | 'refusal'
    | 'platformId'
    | 'usedCount'
    | 'changedInStoreAt'
    | 'editRequestedAt'
    | 'scopeChanged'
    | 'updatedAt'
    | 'vendorIds'
  >
>;

const NAMES: Record<keyof Written, string> = {
  name: 'name',
  nameKey: 'name_key',
  valueType: 'value_type',
  percent: 'percent',
  amountMinor: 'amount_minor',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  onePerCustomer: 'one_per_customer',
  usageLimit: 'usage_limit',
  minimumType: 'minimum_type',
  minimumMinor: 'minimum_minor',
  minimumQuantity: 'minimum_quantity',
  state: 'state',
  refusal: 'refusal',
  platformId: 'platform_id',
  usedCount: 'used_count',
  changedInStoreAt: 'changed_in_store_at',
  editRequestedAt: 'edit_requested_at',
  scopeChanged: 'scope_changed',
  updatedAt: 'updated_at',
  vendorIds: 'vendor_ids',
};

/** Writes some columns of a discount that is locked; its version counts every change. */
export async function updateDiscount(tx: SqlTx, id: bigint, values: Written): Promise<void> {
  // Jobs and webhooks write in transactions without the ORM.
  const entries = Object.entries(values) as [keyof Written, Exclude<Written[keyof Written], undefined>][];
  const set = entries.map(([key], index) => `${NAMES[key]} = $${index + 3}`);
  await tx.query(
    `UPDATE discounts SET ${[...set, 'version = version + 1'].join(', ')} WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, ...entries.map(([, value]) => value)],
  );
}

/** Notes that a change was asked of the platform, or that it did not come to be. What is known of the discount stays its version. */
export async function markEdit(tx: SqlTx, id: bigint, at: Date | null): Promise<void> {
  await tx.query('UPDATE discounts SET edit_requested_at = $3 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    at,
  ]);
}
