import { dateFormat } from '#app/core/intl.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { startPreparing } from './prepare.service.server.ts';
import { MAX_PAYOUT_LINES, type AllocationDto, type Preparation } from '../payouts.contract.ts';
import { chooseLines } from '../payouts.service.server.ts';
import type { Selection } from './selection.ts';

/** What the review of a payout shows. JSON-safe: ids are texts. */
export type Review = {
  allocations: AllocationDto[];
  included: string[];
  prepared: { preparation: Preparation; lines: { orderName: string; vendor: string; orderId: string }[] } | null;
  cutAt: number | null;
  /** Whether orders that are not shipped are left out. */
  onlyShipped: boolean;
  /** Nothing is shown although something is due: all of it is for orders that are not shipped. */
  hasUnshippedOnly: boolean;
  today: string;
};

/**
 * Prepares everybody who was chosen, to show them with their reasons, and (where these are not all) those who will be paid,
 * whose token stands for exactly the amounts that the button carries.
 */
export async function readReview(ctx: Ctx, selection: Selection): Promise<Review> {
  await assertMayPayOut(ctx);
  const { lines, isCut } = await chooseLines(ctx, selection);
  const today = dayIn(ctx.clock.now(), ctx.viewer.store.timezone);
  const cutAt = isCut ? MAX_PAYOUT_LINES : null;
  const { onlyShipped } = selection;
  if (lines.length === 0) {
    const hasUnshippedOnly =
      onlyShipped && (await chooseLines(ctx, { ...selection, onlyShipped: false })).lines.length > 0;
    return { allocations: [], included: [], prepared: null, cutAt, onlyShipped, hasUnshippedOnly, today };
  }
  const prepare = await startPreparing(ctx);
  const everybody = await prepare(lines);
  const { allocations } = everybody;
  const chosen = allocations.filter((one) => one.blocked === null && !selection.without.has(one.vendorId));
  const vendors = new Set(chosen.map((one) => one.vendor));
  const payable = lines.filter((line) => vendors.has(line.vendor));
  const prepared =
    payable.length === 0
      ? null
      : {
          preparation: payable.length === lines.length ? everybody : await prepare(payable),
          lines: payable.map((line) => ({ ...line, orderId: String(line.orderId) })),
        };
  const included = chosen.map((one) => one.vendorId);
  return { allocations, included, prepared, cutAt, onlyShipped, hasUnshippedOnly: false, today };
}

/** A review of nothing, for a page that follows what was paid. */
export async function readNothing(ctx: Ctx): Promise<Review> {
  await assertMayPayOut(ctx);
  const today = dayIn(ctx.clock.now(), ctx.viewer.store.timezone);
  return {
    allocations: [],
    included: [],
    prepared: null,
    cutAt: null,
    onlyShipped: false,
    hasUnshippedOnly: false,
    today,
  };
}

/** The calendar day of a moment in a time zone, as date fields hold it. */
function dayIn(at: Date, timezone: string): string {
  const parts = { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return dateFormat('en-CA', parts).format(at);
}
