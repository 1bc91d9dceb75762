import { Prisma, type VendorShipFrom } from '@prisma/client';
import type { Tx } from '#app/server/db.server.ts';
import { scoped } from '#app/server/scoped.server.ts';

/** Where a vendor of the scope ships from; undefined where it has not said so. */
export async function findShipFrom(tx: Tx, vendorId: bigint): Promise<VendorShipFrom | undefined> {
  return (await tx.orm.vendorShipFrom.findFirst({ where: { AND: [scoped(tx.scope), { vendorId }] } })) ?? undefined;
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
