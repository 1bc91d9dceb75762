import type { Tx } from '#app/server/db.server.ts';
import { scoped } from '#app/server/scoped.server.ts';
import type { RateChoice } from './live-rate.ts';
import { readChoice } from './stored-choice.ts';

/** What a vendor of the scope chose; undefined where it chose nothing. */
export async function findChoice(tx: Tx, vendorId: bigint): Promise<(RateChoice & { version: number }) | undefined> {
  const row = await tx.orm.vendorRateChoice.findFirst({ where: { AND: [scoped(tx.scope), { vendorId }] } });
  return row ? { ...readChoice(row), version: row.version } : undefined;
}

/** Writes it over a version (0: none yet). False when it has another by now. */
export async function saveChoice(
  tx: Tx,
  o: { vendorId: bigint; choice: RateChoice; over: number; at: Date },
): Promise<boolean> {
  const data = { mode: o.choice.mode, services: [...o.choice.services], updatedAt: o.at };
  const key = { storeId: tx.scope.storeId, vendorId: o.vendorId };
  if (o.over === 0) {
    const made = await tx.orm.vendorRateChoice.createMany({ data: [{ ...key, ...data }], skipDuplicates: true });
    return made.count === 1;
  }
  const { count } = await tx.orm.vendorRateChoice.updateMany({
    where: { AND: [scoped(tx.scope), key, { version: o.over }] },
    data: { ...data, version: { increment: 1 } },
  });
  return count === 1;
}
