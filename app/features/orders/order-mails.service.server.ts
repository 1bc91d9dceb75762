import { asVendorId } from '#app/core/ids.ts';
import type { MailTemplateName } from '#app/platform/mails/mail.ts';
import { queueMails, type QueuedMail } from '#app/platform/mails/mails.service.server.ts';
import { findRestoredAt } from '#app/platform/hold/hold.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isEmpty, splitOrder, type SettledOrder, type VendorOrder } from './money/split-order.ts';
import type { OrdersWritten } from './orders-written.ts';
import type { Fulfilled, SettledState, WrittenOrder } from './rows.ts';
import { countLeft, countReturnedOf } from './money/units-left.ts';

/**
 * Queues what vendors are told of their orders, each once for each time that it happens: a new one (also one that an edit made
 * theirs), that it was paid after it had to wait, that what is left to send of it changed, and that it was cancelled.
 */
export async function queueOrderMails(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  { orders, at }: OrdersWritten,
): Promise<void> {
  const occasions = orders
    .filter(({ state }) => !state.historical)
    .flatMap((one) => listOccasions(one).map((occasion) => ({ ...occasion, state: one.state })));
  const isRead = occasions.some(({ state }) => state.source.type === 'reconciliation');
  const restoredAt = isRead ? await findRestoredAt(tx) : undefined;
  const mails = occasions.map(({ state, ...occasion }) => ({
    ...toMail(state, occasion, at),
    mayBeSent: restoredAt !== undefined && mayHaveBeenMailed(state, restoredAt),
  }));
  await queueMails(tx, services, mails);
}

/** Whether the program may have told of it before its database was restored. What a webhook brings was not confirmed before. */
const mayHaveBeenMailed = ({ source, known }: SettledState, restoredAt: Date): boolean =>
  source.type === 'reconciliation' && Date.parse(known.latest.updatedAt) <= restoredAt.getTime();

type OrderTemplate = Extract<MailTemplateName, 'order-placed' | 'order-paid' | 'order-changed' | 'order-cancelled'>;
type Occasion = { template: OrderTemplate; vendorId: string };

function toMail(state: SettledState, { template, vendorId }: Occasion, now: Date): QueuedMail {
  const { latest, refunds } = state.known;
  // An order may change more than once; all else happens to a part once.
  const version = template === 'order-changed' ? `/${Date.parse(latest.updatedAt)}-${refunds.length}` : '';
  return {
    dedupeKey: `${template}/${state.id}/${vendorId}${version}`,
    template,
    audience: { kind: 'vendor', vendorId: asVendorId(BigInt(vendorId)) },
    params: { orderId: String(state.id), vendorId },
    dueAt: now,
    createdAt: now,
  };
}

/** What just happened to each part; fulfillments and decisions alone are told elsewhere. */
function listOccasions({ state, rows, fulfilled }: WrittenOrder): Occasion[] {
  const { settled, stored, known } = state;
  if (stored?.known === known) return [];
  const before: SettledOrder | undefined = stored && splitOrder(stored.known, stored.orderTerms, stored.decisions);
  const statusOf = new Map(rows.map((row) => [String(row.vendorId), row.fulfillment]));
  return settled.vendorOrders.flatMap((vendorOrder): Occasion[] => {
    const { vendorId } = vendorOrder;
    const earlier = before?.vendorOrders.find((one) => one.vendorId === vendorId);
    const isOpen = !isEmpty(vendorOrder);
    const status = statusOf.get(vendorId);
    if (!before || !stored || !earlier) {
      const cancelled: Occasion[] =
        !isOpen && status === 'cancelled' ? [{ template: 'order-cancelled', vendorId }] : [];
      return isOpen || !before ? [{ template: 'order-placed', vendorId }, ...cancelled] : [];
    }
    if (!isOpen && !isEmpty(earlier) && status === 'cancelled') return [{ template: 'order-cancelled', vendorId }];
    const isPaidNow = settled.isPaid && !before.isPaid;
    if (isPaidNow && isOpen && status !== 'fulfilled') return [{ template: 'order-paid', vendorId }];
    const leftBefore = listLeft(earlier, stored.known, fulfilled);
    const leftNow = listLeft(vendorOrder, known, fulfilled);
    return isSame(leftBefore, leftNow) ? [] : [{ template: 'order-changed', vendorId }];
  });
}

/** Units left to send of each line of a part, as one version of the order tells, by the fulfillments known now. */
function listLeft(vendorOrder: VendorOrder, known: SettledState['known'], fulfilled: Fulfilled): Map<string, number> {
  return new Map(
    vendorOrder.lines.flatMap(({ line: { facts, quantity } }) => {
      const left = countLeft({
        remaining: quantity,
        fulfilled: fulfilled.quantityOf.get(facts.id) ?? 0,
        returned: countReturnedOf(known, facts.id),
      });
      return left > 0 ? [[facts.id, left] as const] : [];
    }),
  );
}

const isSame = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([lineId, left]) => other.get(lineId) === left);
