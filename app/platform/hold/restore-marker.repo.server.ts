import type { StoreId } from '#app/core/ids.ts';
import { asStoreId } from '#app/core/ids.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Database } from '#app/server/db.server.ts';

/** Which installation a marker is of, and how far it has counted. */
export type Marker = { installation: string; epoch: bigint };

/** Counts the database's marker one up, or begins it. */
export async function raiseMarker(db: Database, at: Date): Promise<Marker> {
  const [row] = await db.sql<Marker>(
    `INSERT INTO restore_marker (id, installation, epoch, raised_at) VALUES (1, gen_random_uuid(), 1, $1)
     ON CONFLICT (id) DO UPDATE SET epoch = restore_marker.epoch + 1, raised_at = excluded.raised_at
     RETURNING installation::text AS installation, epoch`,
    [at],
  );
  invariant(row, 'the marker was written');
  return row;
}

/** The database's marker; undefined before the first. */
export async function findMarker(db: Database): Promise<Marker | undefined> {
  const [row] = await db.sql<Marker>('SELECT installation::text AS installation, epoch FROM restore_marker');
  return row;
}

/** Takes over a number from outside; false where the database is no longer behind it: another process noticed first. */
export async function catchUp(db: Database, epoch: bigint, at: Date): Promise<boolean> {
  const rows = await db.sql('UPDATE restore_marker SET epoch = $1, raised_at = $2 WHERE epoch < $1 RETURNING id', [
    epoch,
    at,
  ]);
  return rows.length > 0;
}

export async function listStoreIdsOnHold(db: Database): Promise<StoreId[]> {
  const rows = await db.sql<{ id: bigint }>('SELECT id FROM stores WHERE on_hold_since IS NOT NULL ORDER BY id');
  return rows.map(({ id }) => asStoreId(id));
}

export async function listStoreIds(db: Database): Promise<StoreId[]> {
  const rows = await db.sql<{ id: bigint }>('SELECT id FROM stores ORDER BY id');
  return rows.map(({ id }) => asStoreId(id));
}
