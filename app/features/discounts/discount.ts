import { dayOf, endOfDay } from '#app/core/calendar.ts';
import { foldName } from '#app/core/text/folding.ts';
import type { Percent } from '#app/core/money/percent.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';

/** A code that buyers type, or a discount that applies by itself. */
export const DISCOUNT_METHODS = ['code', 'automatic'] as const;
export type DiscountMethod = (typeof DISCOUNT_METHODS)[number];

export const VALUE_TYPES = ['percentage', 'fixed'] as const;
export const MINIMUM_TYPES = ['none', 'subtotal', 'quantity'] as const;

export const MAX_NAME = 200;
export const MAX_USAGE = 1_000_000;
export const MAX_MINIMUM_QUANTITY = 10_000;
/** How many vendors a discount of the marketplace can name. */
export const MAX_VENDORS = 50;
/** Automatic discounts that run or are planned: those made here, so that some places are left to the store's own. */
export const MAX_AUTOMATIC = 20;
/** How many of them all vendors have together, so that the rest is kept for the marketplace. */
export const MAX_VENDORS_AUTOMATIC = 15;
/** How many of them one vendor has, until the marketplace says otherwise. */
export const DEFAULT_VENDOR_QUOTA = 3;
/** How many codes and titles can be reserved for the marketplace. */
export const MAX_RESERVED = 200;

/** Who bears a discount. */
export const LIABLE_PARTIES = ['vendor', 'marketplace', 'shared'] as const;
export type LiableParty = (typeof LIABLE_PARTIES)[number];
export const WHOLE_PERCENT: Percent = 1_000_000n;

/** The party of a vendor's part of a discount, 0 to 100 %. */
export function toLiableParty(vendorPercent: Percent): LiableParty {
  if (vendorPercent === 0n) return 'marketplace';
  return vendorPercent === WHOLE_PERCENT ? 'vendor' : 'shared';
}

/**
 * Where a discount is between us and the platform. `creating` and `ending` were asked for and are not confirmed yet; `ended` was
 * ended here; `removed` was deleted in the store admin; `refused` never came to be.
 */
export const DISCOUNT_STATES = ['creating', 'live', 'ending', 'ended', 'removed', 'refused'] as const;
export type DiscountState = (typeof DISCOUNT_STATES)[number];

/** What is done to a discount: by people (`end`), by the platform's answers, and by what happens in the store admin. */
export const DISCOUNT_COMMANDS = ['confirm', 'refuse', 'end', 'confirm_end', 'remove'] as const;
export type DiscountCommand = (typeof DISCOUNT_COMMANDS)[number];

const NEXT: Readonly<Record<DiscountCommand, Partial<Record<DiscountState, DiscountState>>>> = {
  // What came to be after it was ended is ended there too.
  confirm: { creating: 'live', ending: 'ending', ended: 'ending' },
  refuse: { creating: 'refused' },
  // One that is not confirmed yet is ended once it is known whether it exists.
  end: { creating: 'ending', live: 'ending', ending: 'ending', ended: 'ended', removed: 'removed', refused: 'refused' },
  confirm_end: { ending: 'ended' },
  remove: { creating: 'removed', live: 'removed', ending: 'removed', ended: 'removed' },
};

/** The state after a command. Ending what has ended changes nothing; everything else that a state does not take is refused. */
export function decideDiscount(state: DiscountState, command: DiscountCommand): Result<DiscountState, 'not_possible'> {
  const next = NEXT[command][state];
  return next === undefined ? refuse('not_possible') : ok(next);
}

/** How a discount stands for who looks at it. */
export const DISCOUNT_STATUSES = ['pending', 'scheduled', 'active', 'expired', 'ended', 'failed'] as const;
export type DiscountStatus = (typeof DISCOUNT_STATUSES)[number];

type Period = { startsAt: Date; endsAt: Date | null };

/** The status of a discount at a moment. */
export function computeStatus(
  { state, startsAt, endsAt }: Period & { state: DiscountState },
  now: Date,
): DiscountStatus {
  if (state === 'refused') return 'failed';
  if (state === 'creating') return 'pending';
  if (state !== 'live') return 'ended';
  if (endsAt !== null && endsAt <= now) return 'expired';
  return startsAt > now ? 'scheduled' : 'active';
}

/** Whether a discount can still be ended. */
export const canEnd = (discount: Period & { state: DiscountState }, now: Date): boolean =>
  ['pending', 'scheduled', 'active'].includes(computeStatus(discount, now));

/** The moments of days in the store's zone, both included; the platform writes the last second of the last day. */
export function buildPeriod(days: { from: string; until: string | null }, timezone: string): Period {
  const startsAt = endOfDay(days.from, timezone, -1);
  return { startsAt, endsAt: days.until === null ? null : new Date(endOfDay(days.until, timezone).getTime() - 1_000) };
}

/** The days of moments in the store's zone. */
export const buildDays = ({ startsAt, endsAt }: Period, timezone: string): { from: string; until: string | null } => ({
  from: dayOf(startsAt, timezone),
  until: endsAt === null ? null : dayOf(endsAt, timezone),
});

/** The one folding of codes and titles: the store knows `SUMMER` and `summer` as one code. */
export const buildNameKey = (name: string): string => foldName(name);

/**
 * Who bears a discount, as it was at the sale: the vendor's percent of it, the rest is the marketplace's. It holds for the lines
 * of `vendorIds`, null for those of every vendor; on other lines the finance flags decide, as for discounts of the store.
 */
export type DiscountShare = { title: string; vendorPercent: Percent; vendorIds: string[] | null };

/**
 * A discount as orders are matched with it, and when it had the name: names are given again, by the store itself too. `leftAt` is null
 * while it has it.
 */
export type MadeDiscount = Period & {
  method: DiscountMethod;
  name: string;
  nameKey: string;
  vendorId: bigint | null;
  vendorIds: bigint[];
  vendorPercent: Percent;
  takenAt: Date;
  leftAt: Date | null;
};

/** What of an order names the discount: `discount_code` with its code, or `automatic` with its title. */
export type Application = { type: string; code: string | null; title: string | null };

/** The method and folded name by which an application is matched; undefined for those that are made by hand or by other apps. */
export function buildApplicationKey({
  type,
  code,
  title,
}: Application): Pick<MadeDiscount, 'method' | 'nameKey'> | undefined {
  if (type === 'discount_code' && code !== null) return { method: 'code', nameKey: buildNameKey(code) };
  if (type === 'automatic' && title !== null) return { method: 'automatic', nameKey: buildNameKey(title) };
  return undefined;
}

/**
 * The discount that an order of a moment applied: the one that had the name then. Undefined where none of ours had it, so that it was
 * the store's own. Titles of automatic ones are nobody's alone, so that the days on which one runs count for them, too.
 */
export function matchDiscount(
  made: readonly MadeDiscount[],
  application: Application,
  soldAt: Date,
): MadeDiscount | undefined {
  const key = buildApplicationKey(application);
  if (!key) return undefined;
  return made
    .filter((one) => one.method === key.method && one.nameKey === key.nameKey && wasApplicable(one, soldAt))
    .reduce<MadeDiscount | undefined>((last, one) => (last && last.takenAt >= one.takenAt ? last : one), undefined);
}

/** The platform tells whole seconds: what was made or left within the second of the sale was there at the sale. */
const toSecond = (at: Date): number => Math.floor(at.getTime() / 1_000);

function wasApplicable({ method, takenAt, leftAt, startsAt, endsAt }: MadeDiscount, soldAt: Date): boolean {
  const sold = toSecond(soldAt);
  const isWithin = (from: Date, until: Date | null): boolean =>
    toSecond(from) <= sold && (until === null || sold <= toSecond(until));
  return isWithin(takenAt, leftAt) && (method === 'code' || isWithin(startsAt, endsAt));
}

/** The vendors whose lines share a discount, as ids; null for all of them. */
export function sharingVendors({ vendorId, vendorIds }: Pick<MadeDiscount, 'vendorId' | 'vendorIds'>): string[] | null {
  if (vendorId !== null) return [String(vendorId)];
  return vendorIds.length === 0 ? null : vendorIds.map(String);
}
