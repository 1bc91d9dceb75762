import type { Permission } from '#app/core/viewer.ts';

/** Where a membership stands, in the card provider's words; `none` where the vendor has never had one. */
export const MEMBERSHIP_STATUSES = [
  'none',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

const WITH_ACCESS: ReadonlySet<MembershipStatus> = new Set(['trialing', 'active', 'past_due']);

/** Whether a vendor works with a membership of this status. One whose payment failed does, until the provider cancels it. */
export const hasAccess = (status: MembershipStatus): boolean => WITH_ACCESS.has(status);

/** A status as the provider says it; a word that is not known gives no access. */
export function toStatus(said: string): MembershipStatus {
  return MEMBERSHIP_STATUSES.find((status) => status === said) ?? 'paused';
}

type Subscription = { subscriptionId: string; status: string; createdAt: Date };

/** The subscription that counts of all that a customer has or had: one that gives access, then the newest. */
export function chooseSubscription<S extends Subscription>(subscriptions: readonly S[]): S | undefined {
  return [...subscriptions].sort(
    (a, b) =>
      Number(hasAccess(toStatus(b.status))) - Number(hasAccess(toStatus(a.status))) ||
      b.createdAt.getTime() - a.createdAt.getTime() ||
      (a.subscriptionId < b.subscriptionId ? 1 : -1),
  )[0];
}

type Checkout = { checkoutId: string; createdAt: Date };

/** The one that stays of several open checkouts: the newest, and of the same second the one of the greatest id. */
export function chooseCheckout<C extends Checkout>(checkouts: readonly C[]): C | undefined {
  return [...checkouts].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.checkoutId < b.checkoutId ? 1 : -1),
  )[0];
}

/** What a vendor without a membership cannot do; work on its orders stays where the marketplace allows that. */
export function withheldPermissions(o: { allowFulfillment: boolean }): readonly Permission[] {
  const always: readonly Permission[] = ['write_products', 'write_integrations'];
  return o.allowFulfillment ? always : [...always, 'write_orders'];
}

/** How many days a new membership is free: a vendor tries once, whatever became of it. */
export function trialDaysFor(o: { trialDays: number; hasUsedTrial: boolean; hadSubscription: boolean }): number {
  return o.hasUsedTrial || o.hadSubscription ? 0 : o.trialDays;
}

/** How many products a vendor may list: what the marketplace set for this vendor, else what its plan says; null without a limit. */
export function effectiveLimit(own: number | null, ofPlan: number | null): number | null {
  return own ?? ofPlan;
}

const STILL_THERE: ReadonlySet<MembershipStatus> = new Set(['unpaid', 'paused']);

/** Whether the subscription still stands at the provider though it gives no access: it is mended there, not bought again. */
export const isMendedAtProvider = (status: MembershipStatus): boolean => STILL_THERE.has(status);

const OVER: ReadonlySet<MembershipStatus> = new Set(['none', 'canceled', 'incomplete_expired']);

/** Statuses in which nothing is charged any more. */
export const OVER_STATUSES: readonly MembershipStatus[] = [...OVER];

/** Whether nothing is charged any more. */
export const isOver = (status: MembershipStatus): boolean => OVER.has(status);

/** What a vendor and the marketplace are told of a membership. */
export const MEMBERSHIP_EVENTS = ['ending', 'ended', 'unpaid'] as const;
export type MembershipEvent = (typeof MEMBERSHIP_EVENTS)[number];

type MembershipState = { status: MembershipStatus; endsAt: Date | null };
const UNPAID: ReadonlySet<MembershipStatus> = new Set(['past_due', 'unpaid']);

/**
 * What changed of a membership that somebody has to know: it was canceled and runs out, it gives no access
 * any more (canceled, or paused at the end of a trial without a payment method), or a payment failed.
 */
export function findMembershipEvent(
  before: MembershipState | undefined,
  now: MembershipState,
): MembershipEvent | undefined {
  if (!before) return undefined;
  const isEnded = hasAccess(before.status) && !hasAccess(now.status) && !UNPAID.has(now.status);
  if (isEnded) return 'ended';
  if (UNPAID.has(now.status) && !UNPAID.has(before.status) && !isOver(before.status)) return 'unpaid';
  return hasAccess(now.status) && now.endsAt !== null && before.endsAt === null ? 'ending' : undefined;
}
