import { asStoreId, type StoreId } from '#app/core/ids.ts';
import type { Database, SqlTx } from '#app/server/db.server.ts';
import type { Store as StoredStore } from '@prisma/client';

/** What is read of a store; which names were folded is the migration's alone, when it was restored the hold's. */
type Row = Omit<StoredStore, 'namesFoldedBy' | 'restoredAt'>;

/** A store that installed the marketplace, or once did. */
export type Store = Omit<Row, 'id'> & { id: StoreId };

const read = (row: Row | null): Store | undefined => (row ? { ...row, id: asStoreId(row.id) } : undefined);

const COLUMNS = `id, domain, name, email, currency, timezone, locale, country, portal_host AS "portalHost", installed_at AS "installedAt",
  authorised_at AS "authorisedAt", uninstalled_at AS "uninstalledAt", synced_at AS "syncedAt", on_hold_since AS "onHoldSince", on_hold_reason AS "onHoldReason"`;

// Every request asks these, so they are prepared once on each connection.
const BY = {
  id: { name: 'store_by_id', text: `SELECT ${COLUMNS} FROM stores WHERE id = $1` },
  domain: { name: 'store_by_domain', text: `SELECT ${COLUMNS} FROM stores WHERE domain = $1` },
  portalHost: { name: 'store_by_host', text: `SELECT ${COLUMNS} FROM stores WHERE portal_host = $1` },
} as const;

export async function findStore(db: Database, where: { domain: string } | { id: StoreId }): Promise<Store | undefined> {
  const [row] = await ('id' in where ? db.sql<Row>(BY.id, [where.id]) : db.sql<Row>(BY.domain, [where.domain]));
  return read(row ?? null);
}

export async function findStoreByHost(db: Database, portalHost: string): Promise<Store | undefined> {
  const [row] = await db.sql<Row>(BY.portalHost, [portalHost]);
  return read(row ?? null);
}

/** The only installed store of this program, when there is exactly one. */
export async function findOnlyStore(db: Database): Promise<Store | undefined> {
  const rows = await db.directory.store.findMany({ where: { uninstalledAt: null }, take: 2 });
  return rows.length === 1 ? read(rows[0] ?? null) : undefined;
}

export type ShopFacts = {
  name: string;
  email: string | null;
  currency: string;
  timezone: string;
  locale: string;
  country: string | null;
};

/** Notes an installation: a new store, or one that came back. Returns the store and whether it was away before. */
export async function upsertInstalledStore(
  db: Database,
  domain: string,
  facts: ShopFacts,
  now: Date,
): Promise<{ store: Store; fresh: boolean }> {
  const before = await db.directory.store.findUnique({ where: { domain } });
  const row = await db.directory.store.upsert({
    where: { domain },
    create: { domain, ...facts, installedAt: now, authorisedAt: now },
    update: {
      ...facts,
      authorisedAt: now,
      ...(before?.uninstalledAt ? { uninstalledAt: null, installedAt: now } : {}),
    },
  });
  return { store: { ...row, id: asStoreId(row.id) }, fresh: !before || before.uninstalledAt !== null };
}

/** Marks a store as uninstalled; an older notice than the last access that the platform gave us changes nothing. */
export async function markUninstalled(tx: SqlTx, storeId: StoreId, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE stores SET uninstalled_at = $2
     WHERE id = $1 AND uninstalled_at IS NULL AND greatest(installed_at, authorised_at) <= $2 RETURNING id`,
    [storeId, at],
  );
  return rows.length > 0;
}

/** Forgets every access token that the platform gave us for a shop. */
export async function deletePlatformSessions(tx: SqlTx, domain: string): Promise<void> {
  await tx.query('DELETE FROM platform_sessions WHERE shop = $1', [domain]);
}

/** Notes which scopes the tokens of a shop have from now on. */
export async function setGrantedScopes(tx: SqlTx, domain: string, scopes: readonly string[]): Promise<void> {
  await tx.query('UPDATE platform_sessions SET scope = $2 WHERE shop = $1', [domain, scopes.join(',')]);
}

export type ShopChange = {
  name: string;
  email: string | null;
  timezone: string;
  locale: string | null;
  country: string | null;
};

/** What a shop's facts were before, locked for a change. */
export async function lockShopFacts(
  tx: SqlTx,
  storeId: StoreId,
): Promise<(ShopChange & { currency: string; syncedAt: Date | null }) | undefined> {
  const [row] = await tx.query<ShopChange & { currency: string; syncedAt: Date | null }>(
    `SELECT name, email, timezone, locale, country, currency, synced_at AS "syncedAt" FROM stores WHERE id = $1 FOR UPDATE`,
    [storeId],
  );
  return row;
}

export async function updateShopFacts(tx: SqlTx, storeId: StoreId, change: ShopChange, at: Date): Promise<void> {
  await tx.query(
    `UPDATE stores SET name = $2, email = $3, timezone = $4, locale = coalesce($5, locale), country = $6, synced_at = $7 WHERE id = $1`,
    [storeId, change.name, change.email, change.timezone, change.locale, change.country, at],
  );
}

/** Notes something about the store that an admin should look at; it is open until somebody or `closeNotice` resolves it. */
export async function openNotice(
  tx: SqlTx,
  notice: { kind: string; reference: string; detail: object },
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO reconciliation_exceptions AS e (store_id, kind, reference, detail, found_at) VALUES ($1, $2, $3, $4::jsonb, $5)
     ON CONFLICT (store_id, kind, reference) DO UPDATE SET detail = excluded.detail, found_at = excluded.found_at,
       resolved_at = NULL, resolved_by = NULL`,
    [tx.scope.storeId, notice.kind, notice.reference, JSON.stringify(notice.detail), at],
  );
}

export async function closeNotice(tx: SqlTx, kind: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE reconciliation_exceptions SET resolved_at = $3, resolved_by = 'platform' WHERE store_id = $1 AND kind = $2 AND resolved_at IS NULL`,
    [tx.scope.storeId, kind, at],
  );
}

/** Stores in which the marketplace is installed at the moment, by domain. */
export async function listInstalled(db: Database, limit: number): Promise<Store[]> {
  const rows = await db.directory.store.findMany({
    where: { uninstalledAt: null },
    orderBy: { domain: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({ ...row, id: asStoreId(row.id) }));
}
