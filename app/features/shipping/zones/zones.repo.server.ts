import { z } from 'zod';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { RATE_FIELDS, type Rate, type Zone } from './zone.ts';

const storedRates = z.array(
  z.object({
    name: z.string(),
    description: z.string(),
    priceMinor: z.string().transform(BigInt),
    field: z.enum(RATE_FIELDS),
    min: z.string().transform(BigInt),
    max: z.string().transform(BigInt).nullable(),
  }),
);
const storedCountries = z.array(z.object({ code: z.string(), provinces: z.array(z.string()) }));

export type ZoneRow = Zone & { readonly version: number; readonly currency: string };
/** Whose zones: a vendor's, or the marketplace's defaults (null). */
export type ZoneOwner = bigint | null;

/** The zones of a vendor or the defaults, the oldest first. */
export async function listZones(tx: Tx, owner: ZoneOwner): Promise<ZoneRow[]> {
  const rows = await tx.orm.shippingZone.findMany({
    where: { storeId: tx.scope.storeId, vendorId: owner },
    orderBy: { id: 'asc' },
  });
  return rows.map(toZone);
}

const storedZone = z.object({
  id: z.union([z.string(), z.bigint()]).transform(String),
  name: z.string(),
  currency: z.string(),
  version: z.number(),
  rates: storedRates,
  countries: storedCountries,
});

/** A zone as its row has it. */
export function toZone(row: unknown): ZoneRow {
  const { name, ...zone } = storedZone.parse(row);
  return { ...zone, zoneName: name };
}

type Content = { zoneName: string; rates: readonly Rate[]; countries: Zone['countries']; currency: string; at: Date };

/** Whether any zone of the store exists, a default one or a vendor's; for work without the client. */
export async function existsZone(tx: SqlTx): Promise<boolean> {
  const rows = await tx.query('SELECT 1 AS one FROM shipping_zones z WHERE z.store_id = $1 LIMIT 1', [
    tx.scope.storeId,
  ]);
  return rows.length > 0;
}

/** How many zones stand for vendors without their own; for work without the client. */
export async function countDefaultZones(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM shipping_zones z WHERE z.store_id = $1 AND z.vendor_id IS NULL',
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}

export async function insertZone(tx: Tx, owner: ZoneOwner, content: Content): Promise<string> {
  const data = { storeId: tx.scope.storeId, vendorId: owner, ...toColumns(content) };
  return String((await tx.orm.shippingZone.create({ data })).id);
}

/** Changes a zone over a version. False when it has another by now. */
export async function updateZone(
  tx: Tx,
  owner: ZoneOwner,
  o: Content & { id: bigint; over: number },
): Promise<boolean> {
  const { count } = await tx.orm.shippingZone.updateMany({
    where: { storeId: tx.scope.storeId, vendorId: owner, id: o.id, version: o.over },
    data: { ...toColumns(o), version: { increment: 1 } },
  });
  return count === 1;
}

/** Deletes a zone. Returns the name that it had; undefined when there is none. */
export async function deleteZone(tx: Tx, owner: ZoneOwner, id: bigint): Promise<string | undefined> {
  const where = { storeId: tx.scope.storeId, vendorId: owner, id };
  const zone = await tx.orm.shippingZone.findFirst({ where, select: { name: true } });
  return (await tx.orm.shippingZone.deleteMany({ where })).count === 1 ? zone?.name : undefined;
}

/** Lets one at a time change the zones of an owner, so that no place gets into two. The client has no call for such a lock. */
export async function lockZones(tx: SqlTx, owner: ZoneOwner): Promise<void> {
  const key = `shipping-zones/${String(tx.scope.storeId)}/${String(owner ?? 'defaults')}`;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) IS NULL AS taken', [key]);
}

function toColumns({ zoneName, rates, countries, currency, at }: Content) {
  return {
    name: zoneName,
    rates: rates.map((rate) => ({
      ...rate,
      priceMinor: String(rate.priceMinor),
      min: String(rate.min),
      max: rate.max === null ? null : String(rate.max),
    })),
    countries: countries.map(({ code, provinces }) => ({ code, provinces: [...provinces] })),
    currency,
    updatedAt: at,
  };
}
