import { chooseCommission, computeLineCommission, type CommissionLists } from '#app/features/commissions/commission.ts';
import { sumMinor } from '#app/core/money/money.ts';
import type { VendorOrder } from './split-order.ts';
import type { SaleTerms } from './order-terms.ts';

/**
 * What a vendor's part would be charged by other lists, minor units. What the charge is taken on, the units that are left and
 * the products' fields stay as they were frozen; a part with an override of its own is charged by that.
 */
export function chargeByLists(
  vendorOrder: VendorOrder,
  terms: Pick<SaleTerms, 'metafields'>,
  lists: CommissionLists,
): bigint {
  if (vendorOrder.override !== null) return vendorOrder.commissionMinor;
  return sumMinor(
    vendorOrder.lines.map(({ line, baseMinor }) => {
      const { productId } = line.facts;
      const metafields = productId === null ? [] : (terms.metafields[productId] ?? []);
      const rule = chooseCommission(lists, line.orderTerms.unitPriceMinor, metafields, vendorOrder.currency);
      return computeLineCommission(baseMinor, rule.percent, line.quantity > 0 ? rule.flatMinor : 0n).commissionMinor;
    }),
  );
}
