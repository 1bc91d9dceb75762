import { DAY_MS } from '#app/core/durations.ts';

/** Plans of the app that a marketplace pays for, with what each holds. Prices are in US dollars every 30 days, as the platform bills them. */

export const PLAN_CURRENCY = 'USD';
export const TRIAL_DAYS = 14;
/** Days that orders are counted over. */
const USAGE_DAYS = 30;

/** Since when orders are counted at a moment. */
export const computeUsageStart = (now: Date): Date => new Date(now.getTime() - USAGE_DAYS * DAY_MS);

export type Limits = { vendors: number; orders: number; products: number };
export const LIMITED = ['vendors', 'orders', 'products'] as const satisfies readonly (keyof Limits)[];

export const PLAN_NAMES = ['free', 'starter', 'growth', 'scale'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];
type Plan = { name: string; priceMinor: bigint; limits: Limits };

/** Names are the platform's: merchants read them on its page of approval and on their invoice. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { name: 'Free', priceMinor: 0n, limits: { vendors: 3, orders: 25, products: 100 } },
  starter: { name: 'Starter', priceMinor: 29_00n, limits: { vendors: 10, orders: 250, products: 1_000 } },
  growth: { name: 'Growth', priceMinor: 99_00n, limits: { vendors: 50, orders: 2_500, products: 20_000 } },
  scale: { name: 'Scale', priceMinor: 299_00n, limits: { vendors: 1_000, orders: 50_000, products: 1_000_000 } },
};

/** What is added to a plan, once each: more of one thing. */
export const ADDON_NAMES = ['vendors', 'orders', 'products'] as const;
export type AddonName = (typeof ADDON_NAMES)[number];
export const ADDONS: Readonly<Record<AddonName, { name: string; priceMinor: bigint; count: number }>> = {
  vendors: { name: '25 more vendors', priceMinor: 19_00n, count: 25 },
  orders: { name: '1,000 more orders', priceMinor: 29_00n, count: 1_000 },
  products: { name: '10,000 more products', priceMinor: 15_00n, count: 10_000 },
};

export type Choice = { plan: PlanName; addons: readonly AddonName[] };

/** Each add-on once, in one order. */
export const sortAddons = (addons: readonly AddonName[]): AddonName[] =>
  ADDON_NAMES.filter((name) => addons.includes(name));

/** What a plan with its add-ons costs every 30 days, in minor units. */
export function computePrice({ plan, addons }: Choice): bigint {
  return sortAddons(addons).reduce((sum, name) => sum + ADDONS[name].priceMinor, PLANS[plan].priceMinor);
}

/** What a plan with its add-ons holds. */
export function computeLimits({ plan, addons }: Choice): Limits {
  const limits = { ...PLANS[plan].limits };
  for (const name of sortAddons(addons)) limits[name] += ADDONS[name].count;
  return limits;
}

/** What is in use beyond a choice's limits. */
export function listExceeded(choice: Choice, usage: Limits): (keyof Limits)[] {
  const limits = computeLimits(choice);
  return LIMITED.filter((name) => usage[name] > limits[name]);
}

/** How a choice is called at the platform. */
export const describeChoice = ({ plan, addons }: Choice): string =>
  [PLANS[plan].name, ...sortAddons(addons).map((name) => ADDONS[name].name)].join(' + ');

/** The choice of a subscription's name; undefined for one that is not ours. */
export function findChoice(name: string): Choice | undefined {
  for (const plan of PLAN_NAMES) {
    for (let mask = 0; mask < 2 ** ADDON_NAMES.length; mask++) {
      const choice = { plan, addons: ADDON_NAMES.filter((_, index) => (mask & (1 << index)) !== 0) };
      if (describeChoice(choice) === name) return choice;
    }
  }
  return undefined;
}

export const PLAN_STATUSES = ['ACTIVE', 'PENDING', 'FROZEN', 'none'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** Where admins are warned, in percent of a limit. */
const WARN_PERCENT = 80;
export const LIMIT_LEVELS = ['near', 'reached'] as const;
export type LimitLevel = (typeof LIMIT_LEVELS)[number];

/** How much of a limit is in use: from 80% on it is near, from 100% on reached; undefined below. */
export function findLevel(used: number, limit: number): LimitLevel | undefined {
  if (used >= limit) return 'reached';
  return used * 100 >= limit * WARN_PERCENT ? 'near' : undefined;
}

/** A limit that is nearly used up, or is: how much of it is in use, and how much the plan includes. */
export type PlanWarning = { name: keyof Limits; level: LimitLevel; used: number; included: number };

/** The limits of a choice that admins are warned of. */
export function listWarnings(choice: Choice, usage: Limits): PlanWarning[] {
  const limits = computeLimits(choice);
  return LIMITED.flatMap((name) => {
    const level = findLevel(usage[name], limits[name]);
    return level ? [{ name, level, used: usage[name], included: limits[name] }] : [];
  });
}
