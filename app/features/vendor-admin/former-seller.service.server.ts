import { AppError } from '#app/core/errors.ts';
import { foldName } from '#app/core/text/folding.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { listBalances } from '#app/platform/ledger/ledger.service.server.ts';
import { countOrdersByVendor } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { releasedName, type VendorRef } from '#app/platform/vendors/vendor.ts';
import {
  findVendorByName,
  forgetOldName,
  lockVendor,
  releaseName,
} from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** Free names for one that is let go: it, and as many with a number behind. */
const MAX_TRIES = 50;

/**
 * Lets the name of a deleted vendor go to somebody else, unless it is the same seller again. The deleted one keeps its orders,
 * dues and people under its name with the day of its end. Answers its id where it was let go. Throws vendor_deleted_before (409)
 * with what stands open while nobody has said which of the two it is, and there is something to tell.
 */
export async function settleFormerSeller(
  tx: SqlTx,
  ctx: Ctx,
  o: { name: string; sameSeller?: boolean | undefined },
): Promise<bigint | undefined> {
  const named = await findVendorByName(tx, o.name);
  if (!named?.deletedAt) return undefined;
  await lockVendor(tx, named.id);
  // Another admin may have decided while this one waited for the row.
  const former = await findVendorByName(tx, o.name);
  if (!former?.deletedAt || former.id !== named.id || o.sameSeller === true) return undefined;
  const past = await readPast(tx, former.id);
  if (o.sameSeller === undefined && (past.orders > 0 || past.amounts.length > 0)) {
    const amount = past.amounts.length > 0 ? past.amounts.join(', ') : '0';
    throw new AppError('vendor_deleted_before', { orders: past.orders, amount });
  }
  await forgetOldName(tx, former.id, o.name);
  // It may have been called so before it was called as it is: then its present name is nobody else's.
  if (foldName(former.name) === foldName(o.name)) await letGo(tx, ctx, { ...former, deletedAt: former.deletedAt });
  return former.id;
}

async function readPast(tx: SqlTx, id: bigint): Promise<{ orders: number; amounts: string[] }> {
  const open = (await listBalances(tx)).filter((row) => row.vendorId === id && row.payableMinor !== 0n);
  return {
    orders: (await countOrdersByVendor(tx)).get(id)?.orders ?? 0,
    amounts: open.map((row) => {
      const { amount, currency } = toDto(money(row.payableMinor, asCurrency(row.currency)));
      return `${amount} ${currency}`;
    }),
  };
}

async function letGo(tx: SqlTx, ctx: Ctx, former: VendorRef & { deletedAt: Date }): Promise<void> {
  for (let number = 1; number <= MAX_TRIES; number++) {
    const name = releasedName(former.name, former.deletedAt, number);
    if (await findVendorByName(tx, name)) continue;
    await releaseName(tx, former.id, name);
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(former.id),
        vendorId: former.id,
        action: 'vendor.renamed',
        actor: ctx.viewer.actor,
        detail: { name: [former.name, name] },
        at: ctx.clock.now(),
      },
    ]);
    return;
  }
  throw new AppError('vendor_exists');
}
