import { AppError, stateRefuses, type ReasonCode } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { dayOf } from '#app/core/calendar.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { hasMail, queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { RemindersDto, RemindInput } from './remind.contract.ts';
import type { RemindRefusal } from './reminder.ts';
import * as repo from './reminder.repo.server.ts';

/**
 * Mails vendors that items of orders wait to be shipped, each at most once a day of the store. What is shipped, unpaid or on hold
 * is skipped and named. An order or a vendor of it that is not there is not_found (404), and nobody is mailed.
 */
export function remindNow(ctx: Ctx, { orders }: RemindInput): Promise<RemindersDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const found = await repo.lockRemindable(
      tx,
      orders.map(({ orderId }) => orderId),
    );
    const wanted = orders.map(({ orderId, vendor }) => {
      const chosen = found.filter((one) => one.orderId === orderId && (vendor ?? one.vendorId) === one.vendorId);
      if (chosen.length === 0) throw new AppError('not_found');
      return chosen;
    });
    const answer: RemindersDto = { reminded: [], skipped: [] };
    for (const one of new Set(wanted.flat())) {
      const named = {
        orderId: String(one.orderId),
        vendor: { id: String(one.vendorId), name: one.vendorName },
      };
      const reason = one.refusal ?? ((await sendReminder(ctx, tx, one)) ? undefined : 'reminded_today');
      if (reason) answer.skipped.push({ ...named, reason });
      else answer.reminded.push(named);
    }
    return answer;
  });
}

/** Why a reminder that was not sent is refused where it was asked for alone. */
const REFUSALS = {
  nothing_to_ship: 'nothing_to_hold',
  on_hold: 'on_hold',
  unpaid: 'part_unpaid',
  reminded_today: 'reminded_today',
} as const satisfies Record<RemindRefusal, ReasonCode>;

/** The same for one vendor of one order, as the order's screen asks for it: what is not sent is invalid_state (409). */
export async function remindVendor(ctx: Ctx, orderId: bigint, vendor: bigint | undefined): Promise<void> {
  const { skipped } = await remindNow(ctx, { orders: [{ orderId, vendor }] });
  const [refused] = skipped;
  if (refused) throw stateRefuses(REFUSALS[refused.reason]);
}

/** Queues the mail of today; false where that was done before. */
async function sendReminder(ctx: Ctx, tx: SqlTx, one: repo.RemindableOrder): Promise<boolean> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  const dedupeKey = `order-reminder-now/${one.orderId}/${one.vendorId}/${dayOf(at, store.timezone)}`;
  if (await hasMail(tx, dedupeKey)) return false;
  await queueMails(tx, ctx, [
    {
      dedupeKey,
      template: 'order-reminder-1',
      audience: { kind: 'vendor', vendorId: asVendorId(one.vendorId) },
      params: { orderId: String(one.orderId), vendorId: String(one.vendorId) },
      dueAt: at,
      createdAt: at,
    },
  ]);
  await recordAudit(tx, [
    {
      subject: 'order',
      subjectId: String(one.orderId),
      vendorId: one.vendorId,
      action: 'order.reminded',
      actor,
      detail: {},
      at,
    },
  ]);
  return true;
}
