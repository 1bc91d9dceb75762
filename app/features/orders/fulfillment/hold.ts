import { appendTo } from '#app/core/append-to.ts';

/** The job that reads again what of an order is on hold. */
export const READ_HOLDS_JOB = 'orders.holds';

/** Why items are on hold, by the platform's reasons. */
export const HOLD_CAUSES = [
  'awaiting_payment',
  'high_risk_of_fraud',
  'incorrect_address',
  'inventory_out_of_stock',
  'unknown_delivery_date',
  'awaiting_return_items',
  'online_store_post_purchase_cross_sell',
  'other',
] as const;
export type HoldCause = (typeof HOLD_CAUSES)[number];

/** The reasons that somebody may give; the platform gives the others itself. */
export const SETTABLE_HOLD_CAUSES = [
  'inventory_out_of_stock',
  'incorrect_address',
  'unknown_delivery_date',
  'awaiting_payment',
  'high_risk_of_fraud',
  'other',
] as const satisfies readonly HoldCause[];

/** A cause of the platform; one that is new to us is an other. */
export function readHoldCause(reason: string): HoldCause {
  return HOLD_CAUSES.find((cause) => cause === reason.toLowerCase()) ?? 'other';
}

/** How a vendor's hold is named at the platform, so that it is known again and put on once. */
export function holdHandle(vendorId: bigint): string {
  return `souk-vendor-${vendorId}`;
}

/** A hold on units of a line, as the platform states it with each fulfillment order. */
export type UnitsOnHold = {
  lineId: string;
  quantity: number;
  holds: readonly { reason: string; reasonNotes: string | null; handle: string | null }[];
};

/** What a vendor may know of the holds on its own lines. */
export type VendorHold = {
  vendorId: bigint;
  lines: { lineId: string; quantity: number }[];
  reason: HoldCause;
  /** Of the vendor's own hold only: what the store wrote may speak of the whole order. */
  note: string | null;
  byVendor: boolean;
};

/** The holds of an order by vendor, made of each vendor's own lines. `ownerOf` tells whose a line is. */
export function splitHolds(onHold: readonly UnitsOnHold[], ownerOf: ReadonlyMap<string, bigint>): VendorHold[] {
  const byVendor = new Map<bigint, UnitsOnHold[]>();
  for (const units of onHold) {
    const vendorId = ownerOf.get(units.lineId);
    if (vendorId !== undefined) appendTo(byVendor, vendorId, units);
  }
  return [...byVendor].map(([vendorId, own]) => {
    const holds = own.flatMap((units) => units.holds);
    const isOwn = (hold: { handle: string | null }) => hold.handle === holdHandle(vendorId);
    const theirs = holds.find(isOwn);
    const byVendorAlone = theirs !== undefined && holds.every(isOwn);
    const quantities = new Map<string, number>();
    for (const { lineId, quantity } of own) quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity);
    return {
      vendorId,
      lines: [...quantities].map(([lineId, quantity]) => ({ lineId, quantity })),
      reason: readHoldCause((theirs ?? holds[0])?.reason ?? ''),
      note: theirs?.reasonNotes || null,
      byVendor: byVendorAlone,
    };
  });
}
