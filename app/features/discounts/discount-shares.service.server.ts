import type { SqlTx } from '#app/server/db.server.ts';
import {
  buildApplicationKey,
  matchDiscount,
  sharingVendors,
  type Application,
  type DiscountShare,
  type MadeDiscount,
} from './discount.ts';
import * as repo from './discounts.repo.server.ts';

type Applied = Application & { index: number };

/**
 * The discounts of this marketplace that some orders applied, read once for all of them. It does not matter whether the feature is
 * on: a code that buyers can still use is borne by whom it was decided for.
 */
export async function readMadeDiscounts(
  tx: SqlTx,
  orders: readonly { discountApplications: readonly Applied[] }[],
): Promise<MadeDiscount[]> {
  const keys = orders.flatMap((order) => order.discountApplications.flatMap((one) => buildApplicationKey(one) ?? []));
  return keys.length === 0 ? [] : repo.listByNames(tx, keys);
}

/** Who bears each discount of an order, by the index of its application; undefined where none of them was made here. */
export function snapshotShares(
  made: readonly MadeDiscount[],
  order: { createdAt: string; discountApplications: readonly Applied[] },
): Record<string, DiscountShare> | undefined {
  const soldAt = new Date(order.createdAt);
  const found = order.discountApplications.flatMap((application): [string, DiscountShare][] => {
    const discount = matchDiscount(made, application, soldAt);
    if (!discount) return [];
    const { name, vendorPercent } = discount;
    return [[String(application.index), { title: name, vendorPercent, vendorIds: sharingVendors(discount) }]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
