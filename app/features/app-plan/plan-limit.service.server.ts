import { readAppSubscriptions } from '#app/adapters/shopify/app-subscriptions.server.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses, type ReasonCode } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJobNow } from '#app/server/scheduled-jobs.server.ts';
import { countOrders, countVendors } from './app-plan.repo.server.ts';
import {
  computeLimits,
  computeUsageStart,
  findChoice,
  findLevel,
  listWarnings,
  type Choice,
  type Limits,
  type PlanWarning,
} from './plan.ts';
import * as repo from './plan-readings.repo.server.ts';

/** Reads the plan and counts what is in use, once an hour and after what brought a limit near. */
export const PLAN_CHECK = 'plan.check';

/** A plan that was read so long ago is read again before it limits or allows anything. */
const KNOWN_MS = 6 * HOUR_MS;
/** A plan that was read so recently refuses without being read again. */
const FRESH_MS = 10_000;

type PlanServices = Pick<Services, 'adapters' | 'clock' | 'db' | 'log'>;
type PlanStore = { id: StoreId; domain: string };

const REASONS: Readonly<Record<keyof Limits, ReasonCode>> = {
  vendors: 'plan_vendors_full',
  products: 'plan_products_full',
  orders: 'plan_orders_full',
};
const FULL: ReadonlySet<ReasonCode | undefined> = new Set(Object.values(REASONS));

/** What the plan lets a store add. One whose plan cannot be read has no limits: `isLimited` is false. */
export type PlanGate = {
  isLimited: boolean;
  /**
   * Takes the limit until the transaction ends and counts what is in use; called before something is added. Throws invalid_state
   * (409) with the limit and what is in use where there is no room.
   */
  assertRoom(tx: SqlTx, name: keyof Limits, count: (tx: SqlTx) => Promise<number>): Promise<void>;
};

/**
 * Does what adds a vendor, a product or an import within the app's plan. The platform is asked outside of `work`, which opens its own
 * transaction; a refusal by a plan that was not read this moment is tried once more with the plan as it is now, or without limits
 * where the platform does not say it.
 */
export async function withinPlan<T>(
  services: PlanServices,
  store: PlanStore,
  work: (gate: PlanGate) => Promise<T>,
): Promise<T> {
  const known = await services.db.fast(marketplaceScope(store.id), repo.findReading);
  const now = services.clock.now().getTime();
  const isKnown = known !== undefined && now - known.readAt.getTime() < KNOWN_MS;
  const isFresh = !isKnown || now - known.readAt.getTime() < FRESH_MS;
  try {
    return await work(buildGate(services, isKnown ? known : await readPlan(services, store)));
  } catch (error) {
    if (isFresh || !(error instanceof AppError) || !FULL.has(error.reason)) throw error;
    return work(buildGate(services, await readPlan(services, store)));
  }
}

function buildGate({ clock }: Pick<Services, 'clock'>, choice: Choice | undefined): PlanGate {
  if (!choice) return { isLimited: false, assertRoom: () => Promise.resolve() };
  const limits = computeLimits(choice);
  return {
    isLimited: true,
    async assertRoom(tx, name, count) {
      await repo.lockLimit(tx, name);
      const used = await count(tx);
      const limit = limits[name];
      if (used >= limit) throw stateRefuses(REASONS[name], { limit, used });
      if (findLevel(used + 1, limit))
        await scheduleJobNow(tx, { kind: PLAN_CHECK, key: 'near', payload: {}, now: clock.now() });
    },
  };
}

/** The plan as the platform bills it now, which is kept; undefined where the platform does not say it. No transaction is open meanwhile. */
export async function readPlan(services: PlanServices, store: PlanStore): Promise<Choice | undefined> {
  const readAt = services.clock.now();
  try {
    const { subscriptions } = await readAppSubscriptions(await services.adapters.platform(store.domain));
    const choice = findPlan(subscriptions);
    await services.db.fast(marketplaceScope(store.id), (tx) => repo.saveReading(tx, { ...choice, readAt }));
    return choice;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.warn({ err: error }, 'the plan of a store could not be read, so that nothing is limited by it');
    return undefined;
  }
}

/** The plan among the app's subscriptions of a store: the free one where there is none of ours. */
export function findPlan(subscriptions: readonly { name: string }[]): Choice {
  const found = subscriptions.map(({ name }) => findChoice(name)).find((choice) => choice !== undefined);
  return found ?? { plan: 'free', addons: [] };
}

/** Throws invalid_state (409) where the plan holds no more vendors; called before one gets an account. */
export const assertVendorsBelowLimit = (gate: PlanGate, tx: SqlTx): Promise<void> =>
  gate.assertRoom(tx, 'vendors', countVendors);

/** Throws invalid_state (409) where the orders of the last days use the plan up, so that no past ones are imported. */
export const assertImportBelowLimit = (gate: PlanGate, tx: SqlTx, now: Date): Promise<void> =>
  gate.assertRoom(tx, 'orders', () => countOrders(tx, computeUsageStart(now)));

/** The limits that admins are warned of, as they were counted last. Needs the marketplace's scope. */
export async function listPlanWarnings(tx: SqlTx): Promise<PlanWarning[]> {
  const reading = await repo.findReading(tx);
  return reading ? listWarnings(reading, reading.usage) : [];
}
