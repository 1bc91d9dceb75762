import { Prisma, type VendorShipFrom } from '@prisma/client';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { scoped, scopedSql } from '#app/server/scoped.server.ts';

/** Where a vendor of the scope ships from; undefined where it has not said so. */
export async function findShipFrom(tx: Tx, vendorId: bigint): Promise<VendorShipFrom | undefined> {
  return (await tx.orm.vendorShipFrom.findFirst({ where: { AND: [scoped(tx.scope), { vendorId }] } })) ?? undefined;
}

/** Whether a vendor of the scope has said where it ships from; for work without the client. */
export async function existsShipFrom(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  const scope = scopedSql(tx.scope, 'f', 2);
  const rows = await tx.query(`SELECT 1 AS one FROM vendor_ship_from f WHERE f.vendor_id = $1 AND ${scope.text}`, [
    vendorId,
    ...scope.values,
  ]);
  return rows.length > 0;
}

/** Writes it over a version (0: none yet). False when it has another by now. */
export async function saveShipFrom(
  tx: Tx,
  o: {
    vendorId: bigint;
    address: Prisma.InputJsonObject;
    package: Prisma.InputJsonObject | null;
    localPickup: boolean;
    pickupHours: string;
  } & {
    over: number;
    at: Date;
  },
): Promise<boolean> {
  const data = {
    address: o.address,
    package: o.package ?? Prisma.DbNull,
    localPickup: o.localPickup,
    pickupHours: o.pickupHours,
    updatedAt: o.at,
  };
  const key = { storeId: tx.scope.storeId, vendorId: o.vendorId };
  if (o.over === 0) {
    const made = await tx.orm.vendorShipFrom.createMany({ data: [{ ...key, ...data }], skipDuplicates: true });
    return made.count === 1;
  }
  const { count } = await tx.orm.vendorShipFrom.updateMany({
    where: { AND: [scoped(tx.scope), key, { version: o.over }] },
    data: { ...data, version: { increment: 1 } },
  });
  return count === 1;
}
