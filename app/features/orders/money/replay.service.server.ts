import type { Cursor } from '#app/core/paging.ts';
import type { FinanceFlags } from '#app/features/commissions/finance-flags.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { splitOrder, type VendorOrder } from './split-order.ts';
import * as repo from './replay.repo.server.ts';
import type { SaleTerms } from './order-terms.ts';

/** A vendor's part of an order that was paid for, as it stands now, with the terms of its sale. */
export type ReplayedVendorOrder = { part: VendorOrder; terms: SaleTerms };

/** How many orders were sold since a moment, of one vendor where one is named; those from before the installation are left out. */
export const countSoldOrders = repo.countSoldOrders;

/**
 * Some orders of those sold since a moment, oldest first, settled as they stand now: the vendors' parts of those that were paid
 * for; under other finance flags than those of their sale, where they are given. `next` is where the following begin; null after the last.
 */
export async function settleSoldOrders(
  tx: SqlTx,
  o: { since: Date; vendorId: bigint | null; after: Cursor | undefined; limit: number },
  flags?: FinanceFlags,
): Promise<{ count: number; parts: ReplayedVendorOrder[]; next: Cursor | null }> {
  const sold = await repo.listSoldOrders(tx, o);
  const vendorOrders = sold.flatMap(({ known, orderTerms, decisions }) => {
    const terms = flags ? { ...orderTerms.terms, flags } : orderTerms.terms;
    const settled = splitOrder(known, { ...orderTerms, terms }, decisions);
    const own = o.vendorId === null ? undefined : String(o.vendorId);
    return settled.isPaid
      ? settled.vendorOrders
          .filter((vendorOrder) => own === undefined || vendorOrder.vendorId === own)
          .map((vendorOrder) => ({ part: vendorOrder, terms: orderTerms.terms }))
      : [];
  });
  const last = sold.at(-1);
  return {
    count: sold.length,
    parts: vendorOrders,
    next: last && sold.length === o.limit ? { at: last.orderedAt, id: last.id } : null,
  };
}
