import { Prisma } from '@prisma/client';
import type { Tx } from '#app/server/db.server.ts';
import { scoped } from '#app/server/scoped.server.ts';
import { shipFromDto, type ShipFromDto, type ShipFromInput } from './ship-from.contract.ts';

/** Where a vendor of the scope ships from; undefined where it has not said so. */
export async function findShipFrom(tx: Tx, vendorId: bigint): Promise<ShipFromDto | undefined> {
  const row = await tx.orm.vendorShipFrom.findFirst({ where: { AND: [scoped(tx.scope), { vendorId }] } });
  if (!row) return undefined;
  return shipFromDto.parse({
    shipFromAddress: row.address,
    defaultPackage: row.package,
    defaultLocalPickup: { enabled: row.localPickup },
    version: row.version,
  });
}

/** Writes it over a version (0: none yet). False when it has another by now. */
export async function saveShipFrom(
  tx: Tx,
  o: Omit<ShipFromInput, 'version'> & { vendorId: bigint; over: number; at: Date },
): Promise<boolean> {
  const data = {
    address: o.shipFromAddress,
    package: o.defaultPackage ?? Prisma.DbNull,
    localPickup: o.defaultLocalPickup.enabled,
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
