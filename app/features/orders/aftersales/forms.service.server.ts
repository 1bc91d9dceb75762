import { REFUND_SCOPE } from '#app/adapters/shopify/orders/refunds.server.ts';
import { money, toDto } from '#app/core/money/money.ts';
import { findChangeableOrder } from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { isGranted } from './operations.service.server.ts';
import type { ShownOrder } from './shown-order.ts';

/** An order for the forms that change it. An unknown one is not_found (404). */
export async function readChangeForm(ctx: Ctx, orderId: bigint): Promise<ShownOrder> {
  const order = await findChangeableOrder(ctx, orderId);
  const { vendorOrders } = order.settled;
  const vendorOf = new Map(order.parts.map((vendorOrder) => [vendorOrder.vendorId, vendorOrder.vendorName]));
  return {
    orderId: String(orderId),
    name: order.known.latest.name,
    currency: order.currency,
    granted: await isGranted(ctx, REFUND_SCOPE),
    vendors: order.parts.map((vendorOrder) => vendorOrder.vendorName),
    shippingLeft: order.parts.flatMap(({ vendorId, vendorName }) => {
      const leftMinor = vendorOrders.find((one) => one.vendorId === String(vendorId))?.shippingMinor ?? 0n;
      return leftMinor > 0n ? [{ vendor: vendorName, amount: toDto(money(leftMinor, order.currency)) }] : [];
    }),
    lines: order.lines.flatMap((line) =>
      line.remaining > 0
        ? [
            {
              id: String(line.id),
              title: line.title,
              variantTitle: line.variantTitle,
              vendor: line.vendorId === null ? null : (vendorOf.get(line.vendorId) ?? null),
              left: line.remaining,
              unitPrice: toDto(money(line.unitPriceMinor, order.currency)),
            },
          ]
        : [],
    ),
  };
}
