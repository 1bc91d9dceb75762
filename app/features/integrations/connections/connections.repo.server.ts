import type { Refusal } from '#app/core/errors.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { OwnStoreKind } from '#app/core/own-store.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { Agreed } from '../differences/difference.ts';
import type { ConnectionState, KeptField, SavedSync, StoreProblem, SyncOutcome, SyncSettings } from './connection.ts';

export type NewConnection = {
  vendorId: bigint;
  kind: OwnStoreKind;
  shop: string;
  accessToken: string;
  expiresAt: Date | null;
  refreshToken: string | null;
  refreshExpires: Date | null;
  scopes: readonly string[];
  connectedAt: Date;
  connectedBy: string;
  connectedName: string;
  /** Null of a connection that is older than makers. */
  maker: string | null;
  locale: Locale;
  /** Since when new orders are placed there; null: they are not. */
  ordersSince: Date | null;
  /** By what the store signs its reports, where they come by webhooks of its own. */
  hookSecret: string | null;
};

/**
 * Keeps the access that a shop gave for a vendor, in the place of an earlier one. Tokens and secrets come sealed. Of the same shop it stays as it was
 * since when orders are placed there.
 */
export async function saveConnection(tx: SqlTx, one: NewConnection): Promise<void> {
  await tx.query(
    `INSERT INTO shop_connections (store_id, vendor_id, shop, access_token, expires_at, refresh_token, refresh_expires_at, scopes,
       connected_at, connected_by, connected_name, locale, maker, orders_since, kind, hook_secret)
     VALUES ($1, $2, $3, $4, $5::timestamptz, $6::text, $7::timestamptz, $8::text[], $9::timestamptz, $10, $11, $12, $13, $14::timestamptz, $15, $16)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET
       orders_since = CASE WHEN shop_connections.shop = excluded.shop THEN shop_connections.orders_since ELSE excluded.orders_since END,
       kind = excluded.kind, hook_secret = excluded.hook_secret, shop = excluded.shop, access_token = excluded.access_token,
       expires_at = excluded.expires_at, refresh_token = excluded.refresh_token, refresh_expires_at = excluded.refresh_expires_at,
       scopes = excluded.scopes, connected_at = excluded.connected_at, connected_by = excluded.connected_by,
       connected_name = excluded.connected_name, locale = excluded.locale, maker = excluded.maker, state = 'active', problem = NULL, tries = 0, failing_since = NULL`,
    [
      ...[
        tx.scope.storeId,
        one.vendorId,
        one.shop,
        one.accessToken,
        one.expiresAt,
        one.refreshToken,
        one.refreshExpires,
      ],
      ...[[...one.scopes], one.connectedAt, one.connectedBy, one.connectedName, one.locale, one.maker, one.ordersSince],
      ...[one.kind, one.hookSecret],
    ],
  );
}

export type StoredConnection = Pick<
  NewConnection,
  | 'vendorId'
  | 'kind'
  | 'shop'
  | 'accessToken'
  | 'expiresAt'
  | 'refreshToken'
  | 'connectedAt'
  | 'connectedName'
  | 'maker'
  | 'locale'
  | 'scopes'
  | 'ordersSince'
  | 'hookSecret'
> & {
  state: ConnectionState;
  problem: StoreProblem | null;
  turn: number;
  tries: number;
  failingSince: Date | null;
  roundAt: Date | null;
  nextAt: Date | null;
  syncedAt: Date | null;
};

const COLUMNS = `c.vendor_id AS "vendorId", c.kind, c.shop, c.access_token AS "accessToken", c.expires_at AS "expiresAt",
  c.refresh_token AS "refreshToken", c.connected_at AS "connectedAt", c.connected_name AS "connectedName", c.maker, c.locale, c.state, c.problem,
  c.turn, c.tries, c.failing_since AS "failingSince", c.round_at AS "roundAt", c.next_at AS "nextAt", c.synced_at AS "syncedAt",
  c.scopes, c.orders_since AS "ordersSince", c.hook_secret AS "hookSecret"`;

/**
 * How many own stores of vendors that are there stand still: paused, connected by somebody who may not change products now, or without
 * an answer since `silentSince`.
 */
export async function countFailing(tx: SqlTx, silentSince: Date): Promise<number> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM shop_connections c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
     WHERE v.deleted_at IS NULL AND (c.state = 'paused' OR c.problem = 'rights' OR c.failing_since <= $1) AND ${filter.text}`,
    [silentSince, ...filter.values],
  );
  return row?.count ?? 0;
}

/** A vendor's own store within the scope; with a lock until the transaction ends. */
export async function findConnection(
  tx: SqlTx,
  vendorId: bigint,
  o: { lock?: boolean } = {},
): Promise<StoredConnection | undefined> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<StoredConnection>(
    `SELECT ${COLUMNS} FROM shop_connections c WHERE c.vendor_id = $1 AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [vendorId, ...filter.values],
  );
  return row;
}

const MAX_LISTED = 500;

/** The own stores of vendors that are there, at most 500. */
export function listOwnStores(
  tx: SqlTx,
): Promise<Pick<StoredConnection, 'vendorId' | 'shop' | 'state' | 'syncedAt' | 'ordersSince' | 'failingSince'>[]> {
  const filter = scopedSql(tx.scope, 'c', 2);
  return tx.query(
    `SELECT c.vendor_id AS "vendorId", c.shop, c.state, c.synced_at AS "syncedAt", c.orders_since AS "ordersSince",
       c.failing_since AS "failingSince"
     FROM shop_connections c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
     WHERE v.deleted_at IS NULL AND ${filter.text} ORDER BY c.vendor_id LIMIT $1`,
    [MAX_LISTED, ...filter.values],
  );
}

/** The vendors within the scope whose stores are synced. */
export async function listActiveVendors(tx: SqlTx): Promise<bigint[]> {
  const filter = scopedSql(tx.scope, 'c');
  const rows = await tx.query<{ id: bigint }>(
    `SELECT c.vendor_id AS id FROM shop_connections c WHERE c.state = 'active' AND ${filter.text} ORDER BY c.vendor_id`,
    filter.values,
  );
  return rows.map(({ id }) => id);
}

/** Keeps renewed access of a connection that stays. Tokens come sealed. */
export async function saveTokens(
  tx: SqlTx,
  vendorId: bigint,
  o: Pick<NewConnection, 'accessToken' | 'expiresAt' | 'refreshToken' | 'refreshExpires'>,
): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 6);
  await tx.query(
    `UPDATE shop_connections c SET access_token = $2, expires_at = $3::timestamptz, refresh_token = $4::text,
       refresh_expires_at = $5::timestamptz WHERE c.vendor_id = $1 AND ${filter.text}`,
    [vendorId, o.accessToken, o.expiresAt, o.refreshToken, o.refreshExpires, ...filter.values],
  );
}

/** Plans the next run: runs that were planned before do nothing. Returns its number; undefined where nothing is synced. */
export async function planTurn(
  tx: SqlTx,
  vendorId: bigint,
  o: { at: Date; roundAt: Date | null },
): Promise<number | undefined> {
  const filter = scopedSql(tx.scope, 'c', 4);
  const [row] = await tx.query<{ turn: number }>(
    `UPDATE shop_connections c SET turn = turn + 1, next_at = $2, round_at = coalesce($3::timestamptz, c.round_at, $2)
     WHERE c.vendor_id = $1 AND c.state = 'active' AND ${filter.text} RETURNING c.turn`,
    [vendorId, o.at, o.roundAt, ...filter.values],
  );
  return row?.turn;
}

/** Writes how a run ended. */
export async function markRun(
  tx: SqlTx,
  vendorId: bigint,
  o: {
    state: ConnectionState;
    problem: StoreProblem | null;
    tries: number;
    failingSince: Date | null;
    syncedAt: Date | null;
  },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 7);
  await tx.query(
    `UPDATE shop_connections c SET state = $2, problem = $3, tries = $4, synced_at = coalesce($5::timestamptz, c.synced_at),
       failing_since = $6::timestamptz,
       next_at = CASE WHEN $2 = 'paused' THEN NULL ELSE c.next_at END WHERE c.vendor_id = $1 AND ${filter.text}`,
    [vendorId, o.state, o.problem, o.tries, o.syncedAt, o.failingSince, ...filter.values],
  );
}

/** Sets since when new orders are placed in a vendor's own store; null: no longer. */
export async function setOrdersSince(tx: SqlTx, vendorId: bigint, since: Date | null): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 3);
  await tx.query(
    `UPDATE shop_connections c SET orders_since = $2::timestamptz WHERE c.vendor_id = $1 AND ${filter.text}`,
    [vendorId, since, ...filter.values],
  );
}

/** The own stores of these vendors, and since when orders are placed there. */
export async function listOrderTakers(
  tx: SqlTx,
  vendorIds: readonly bigint[],
): Promise<Pick<StoredConnection, 'vendorId' | 'shop' | 'ordersSince'>[]> {
  const filter = scopedSql(tx.scope, 'c', 2);
  return tx.query(
    `SELECT c.vendor_id AS "vendorId", c.shop, c.orders_since AS "ordersSince" FROM shop_connections c
     WHERE c.vendor_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY c.vendor_id`,
    [[...vendorIds], ...filter.values],
  );
}

/** The products there that products here are kept in step with, by the product here. */
export async function listSourcesOf(
  tx: SqlTx,
  vendorId: bigint,
  productIds: readonly bigint[],
): Promise<{ productId: bigint; sourceId: bigint }[]> {
  const filter = scopedSql(tx.scope, 'p', 3);
  return tx.query(
    `SELECT p.product_id AS "productId", p.source_id AS "sourceId" FROM synced_products p
     WHERE p.vendor_id = $1 AND p.product_id = ANY($2::bigint[]) AND ${filter.text} ORDER BY p.source_id`,
    [vendorId, [...productIds], ...filter.values],
  );
}

/** Gives a vendor's own store to another maker. */
export async function setMaker(tx: SqlTx, vendorId: bigint, maker: string): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 3);
  await tx.query(`UPDATE shop_connections c SET maker = $2 WHERE c.vendor_id = $1 AND ${filter.text}`, [
    vendorId,
    maker,
    ...filter.values,
  ]);
}

/** Forgets a vendor's own store and which products were kept in step. */
export async function deleteConnection(tx: SqlTx, vendorId: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const values = [vendorId, ...filter.values];
  await tx.query(`DELETE FROM synced_products c WHERE c.vendor_id = $1 AND ${filter.text}`, values);
  await tx.query(`DELETE FROM shop_connections c WHERE c.vendor_id = $1 AND ${filter.text}`, values);
}

/** Forgets which products were kept in step: the vendor connected another store. */
export async function deleteSyncedProducts(tx: SqlTx, vendorId: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 2);
  await tx.query(`DELETE FROM synced_products c WHERE c.vendor_id = $1 AND ${filter.text}`, [
    vendorId,
    ...filter.values,
  ]);
}

/** How prices become prices here; undefined where nobody said anything yet. */
export async function findSettings(tx: SqlTx, vendorId: bigint): Promise<SyncSettings | undefined> {
  const filter = scopedSql(tx.scope, 's', 2);
  const [row] = await tx.query<Omit<SyncSettings, 'currency'> & { currency: Currency }>(
    `SELECT s.additional_cost_minor AS "additionalCostMinor", s.currency, s.additional_factor AS "additionalFactor",
       s.skip_price_update AS "skipPriceUpdate", s.skip_content_update AS "skipContentUpdate"
     FROM store_sync_settings s WHERE s.vendor_id = $1 AND ${filter.text}`,
    [vendorId, ...filter.values],
  );
  return row;
}

export async function saveSettings(tx: SqlTx, vendorId: bigint, o: SyncSettings): Promise<void> {
  await tx.query(
    `INSERT INTO store_sync_settings (store_id, vendor_id, additional_cost_minor, currency, additional_factor, skip_price_update,
       skip_content_update) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET additional_cost_minor = excluded.additional_cost_minor,
       currency = excluded.currency, additional_factor = excluded.additional_factor, skip_price_update = excluded.skip_price_update,
       skip_content_update = excluded.skip_content_update`,
    [
      ...[tx.scope.storeId, vendorId, o.additionalCostMinor, o.currency, o.additionalFactor],
      ...[o.skipPriceUpdate, o.skipContentUpdate],
    ],
  );
}

export type SyncedProduct = {
  sourceId: bigint;
  title: string;
  productId: bigint | null;
  outcome: SyncOutcome;
  kept: KeptField[];
  overwrites: boolean;
  saved: SavedSync | null;
  refusal: Refusal | null;
  checkedAt: Date | null;
  request: number;
  /** The inventory items of its variants there. */
  itemIds: bigint[];
  /** What somebody left different. */
  agreed: Agreed | null;
};
const PRODUCT_COLUMNS = `p.source_id AS "sourceId", p.title, p.product_id AS "productId", p.outcome, p.kept, p.overwrites, p.saved,
  p.refusal, p.checked_at AS "checkedAt", p.request, p.item_ids AS "itemIds", p.agreed`;

/** The products that are kept in step, of these of a store; all without any. */
export async function listSynced(tx: SqlTx, vendorId: bigint, sourceIds: readonly bigint[]): Promise<SyncedProduct[]> {
  const filter = scopedSql(tx.scope, 'p', 3);
  return tx.query(
    `SELECT ${PRODUCT_COLUMNS} FROM synced_products p WHERE p.vendor_id = $1 AND p.source_id = ANY($2::bigint[]) AND ${filter.text}
     ORDER BY p.source_id`,
    [vendorId, [...sourceIds], ...filter.values],
  );
}

/** How many products are kept in step, by what became of them. */
export async function countSynced(tx: SqlTx, vendorId: bigint): Promise<{ outcome: SyncOutcome; count: number }[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query(
    `SELECT p.outcome, count(*)::int AS count FROM synced_products p WHERE p.vendor_id = $1 AND ${filter.text} GROUP BY p.outcome`,
    [vendorId, ...filter.values],
  );
}

/** Products that were asked for, or not looked at since the round began: those that wait longest for a first look first. */
export async function listOpen(
  tx: SqlTx,
  vendorId: bigint,
  o: { roundAt: Date | null; limit: number },
): Promise<SyncedProduct[]> {
  const filter = scopedSql(tx.scope, 'p', 4);
  return tx.query(
    `SELECT ${PRODUCT_COLUMNS} FROM synced_products p
     WHERE p.vendor_id = $1 AND (p.checked_at IS NULL OR p.checked_at < $2::timestamptz) AND ${filter.text}
     ORDER BY p.checked_at NULLS FIRST, p.source_id LIMIT $3`,
    [vendorId, o.roundAt, o.limit, ...filter.values],
  );
}

/** Keeps a product in step from now on, or has it looked at once more. */
export async function requestSync(
  tx: SqlTx,
  vendorId: bigint,
  o: { sourceId: bigint; title: string; overwrites: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO synced_products (store_id, vendor_id, source_id, title, outcome, overwrites, request)
     VALUES ($1, $2, $3, $4, 'waiting', $5, 1)
     ON CONFLICT (store_id, vendor_id, source_id) DO UPDATE SET checked_at = NULL, request = synced_products.request + 1,
       overwrites = synced_products.overwrites OR excluded.overwrites`,
    [tx.scope.storeId, vendorId, o.sourceId, o.title, o.overwrites],
  );
}

/** Has products looked at once more of which their store reported a change; by their ids there, or those of their inventory items. */
export async function reopenSynced(
  tx: SqlTx,
  vendorId: bigint,
  o: { sourceIds: readonly bigint[]; itemIds: readonly bigint[] },
): Promise<number> {
  const filter = scopedSql(tx.scope, 'p', 4);
  const rows = await tx.query(
    `UPDATE synced_products p SET checked_at = NULL, request = p.request + 1
     WHERE p.vendor_id = $1 AND (p.source_id = ANY($2::bigint[]) OR p.item_ids && $3::bigint[]) AND ${filter.text} RETURNING p.source_id`,
    [vendorId, [...o.sourceIds], [...o.itemIds], ...filter.values],
  );
  return rows.length;
}

/** Keeps a product in step no longer. */
export async function deleteSynced(tx: SqlTx, vendorId: bigint, sourceId: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 'p', 3);
  await tx.query(`DELETE FROM synced_products p WHERE p.vendor_id = $1 AND p.source_id = $2 AND ${filter.text}`, [
    ...[vendorId, sourceId],
    ...filter.values,
  ]);
}

/** Writes what became of a product; one that was asked for again since stays open, and what was decided since stands. */
export async function saveSynced(
  tx: SqlTx,
  vendorId: bigint,
  o: Omit<SyncedProduct, 'overwrites' | 'checkedAt'> & { checkedAt: Date; differences: number },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'p', 14);
  await tx.query(
    `UPDATE synced_products p SET title = $3, product_id = $4, outcome = $5, saved = $7::jsonb, refusal = $8::jsonb,
       item_ids = $11::bigint[], kept = CASE WHEN p.request = $10 THEN $6::text[] ELSE p.kept END,
       differences = CASE WHEN p.request = $10 THEN $12::int ELSE p.differences END,
       agreed = CASE WHEN p.request = $10 THEN $13::jsonb ELSE p.agreed END,
       checked_at = CASE WHEN p.request = $10 THEN $9::timestamptz END, overwrites = p.overwrites AND p.request <> $10
     WHERE p.vendor_id = $1 AND p.source_id = $2 AND ${filter.text}`,
    [
      ...[vendorId, o.sourceId, o.title, o.productId, o.outcome, o.kept],
      ...[o.saved === null ? null : JSON.stringify(o.saved), o.refusal === null ? null : JSON.stringify(o.refusal)],
      ...[o.checkedAt, o.request, o.itemIds, o.differences, o.agreed && JSON.stringify(o.agreed), ...filter.values],
    ],
  );
}
