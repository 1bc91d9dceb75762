import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** What an override has to know of a vendor's part of an order. */
export type OverrideVendorOrder = {
  currency: Currency;
  paidOutMinor: bigint;
  adjustedMinor: bigint;
  historical: boolean;
  overridePercent: bigint | null;
  overrideFlatMinor: bigint | null;
};

/** A vendor's part of an order within the scope. */
export async function findVendorOrder(
  tx: SqlTx,
  orderId: bigint,
  vendorId: bigint,
): Promise<OverrideVendorOrder | undefined> {
  const filter = scopedSql(tx.scope, 'o', 3);
  const [row] = await tx.query<OverrideVendorOrder>(
    `SELECT o.currency, o.paid_out_minor AS "paidOutMinor", o.adjusted_minor AS "adjustedMinor", o.historical, o.override_percent AS "overridePercent",
       o.override_flat_minor AS "overrideFlatMinor"
     FROM vendor_orders o WHERE o.order_id = $1 AND o.vendor_id = $2 AND ${filter.text}`,
    [orderId, vendorId, ...filter.values],
  );
  return row;
}
