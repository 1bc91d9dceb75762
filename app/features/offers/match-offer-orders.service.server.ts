import { isPaidInFull } from '#app/features/orders/order.ts';
import type { OrdersWritten } from '#app/features/orders/orders-written.ts';
import type { WrittenOrder } from '#app/features/orders/rows.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { changeOffer, STORE_ACTOR } from './change-offer.service.server.ts';
import { isAgreedLine, OFFER_ATTRIBUTE } from './offer.ts';
import * as repo from './offers.repo.server.ts';

/** What of an order says whether it is the order of an offer. */
type OrderOfOffer = {
  id: bigint;
  name: string;
  isPaid: boolean;
  attributes: readonly { name: string; value: string }[];
  lines: readonly { variantId: string | null; quantity: number; unitPriceMinor: bigint }[];
};

const KEY = /^[0-9a-f]{32}$/;

/**
 * Completes the offers whose orders were just heard of, by the attribute of their draft. An order that carries the attribute but
 * not what was agreed is nobody's: attributes of a cart can be written by anybody. Runs in the transaction that records orders.
 */
export async function matchOfferOrders(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  { orders }: OrdersWritten,
): Promise<void> {
  for (const order of orders.flatMap(toOfferOrder)) {
    const key = order.attributes.find(({ name }) => name === OFFER_ATTRIBUTE)?.value;
    if (key === undefined || !KEY.test(key)) continue;
    const offer = await repo.findByKey(tx, key);
    if (!offer || !order.lines.some((line) => isAgreedLine(offer, line))) continue;
    await recordOfferOrder(services, tx, offer, order);
  }
}

/** What tells whether an order is that of an accepted offer; nothing where its attributes were not told. */
function toOfferOrder({ state: { id, known, buyer } }: WrittenOrder): OrderOfOffer[] {
  if (!buyer || buyer.attributes.length === 0) return [];
  const { latest, sale } = known;
  return [{ id, name: latest.name, isPaid: isPaidInFull(latest), attributes: buyer.attributes, lines: sale.lines }];
}

/** Notes the order of an offer that is locked, and completes it once it is paid: late where it had ended. A repeat changes nothing. */
export async function recordOfferOrder(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  offer: repo.OfferRow,
  order: { id: bigint; name: string; isPaid: boolean },
): Promise<void> {
  if (offer.status === 'completed') return;
  if (offer.orderId === null) await repo.updateOffer(tx, offer.id, { orderId: order.id, orderName: order.name });
  if (order.isPaid) await changeOffer(services, tx, offer, { by: 'store', action: 'pay' }, STORE_ACTOR);
}
