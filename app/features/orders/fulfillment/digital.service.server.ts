import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { isPaidInFull } from '../order.ts';
import type { OrdersWritten } from '../orders-written.ts';
import type { SettledState } from '../rows.ts';

/** The kind of job that ships the digital items of an order. */
export const SHIP_DIGITAL = 'orders.ship_digital';

/**
 * Plans one look at an order. Every look, and every repeat of it for a platform that was away, has a key of its own, so that
 * nothing waits for the one that is under way.
 */
export function planDigitalPoll(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: { orderId: bigint; version: string; look: number; outages?: number; dueAt: Date },
): Promise<void> {
  services.jobs.wakeAfterCommit(tx, 'due');
  const { orderId, version, look: pollCount, outages = 0, dueAt } = o;
  const payload = { orderId: String(orderId), version, look: pollCount, outages };
  const key = `${orderId}/${version}/${pollCount}${outages > 0 ? `/${outages}` : ''}`;
  return scheduleJob(tx, { kind: SHIP_DIGITAL, key, payload, dueAt });
}

/**
 * Has the digital items of orders shipped that were just paid, or that got more lines after it, where the marketplace wishes
 * so. Orders from before the installation are for looking back only.
 */
export async function planDigital(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  { orders, at }: OrdersWritten,
): Promise<void> {
  const wanted = orders.map((one) => one.state).filter((state) => !state.historical && isJustPaid(state));
  if (wanted.length === 0 || !(await readSwitches(tx)).autoFulfillDigital) return;
  for (const { id, known } of wanted) {
    await planDigitalPoll(tx, services, { orderId: id, version: known.latest.updatedAt, look: 0, dueAt: at });
  }
}

/** Whether digital lines were paid for by what was just learnt: the order was, or they came to a paid one. */
function isJustPaid({ known, stored }: SettledState): boolean {
  const digital = known.latest.lines.filter(isDigital);
  if (digital.length === 0 || !isPaidInFull(known.latest)) return false;
  if (!stored || !isPaidInFull(stored.known.latest)) return true;
  const before = new Set(stored.known.latest.lines.map((line) => line.id));
  return digital.some((line) => !before.has(line.id));
}

/** Gift cards are the platform's own to hand out. */
const isDigital = (line: { requiresShipping: boolean; isGiftCard: boolean }): boolean =>
  !line.requiresShipping && !line.isGiftCard;
