import {
  cancelAppSubscription,
  createAppSubscription,
  readAppSubscriptions,
  type AppSubscription,
} from '#app/adapters/shopify/app-subscriptions.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount, money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ChangePlanInput, InstallationDto } from './app-plan.contract.ts';
import * as repo from './app-plan.repo.server.ts';
import { findPlan } from './plan-limit.service.server.ts';
import { saveReading, saveUsage } from './plan-readings.repo.server.ts';
import {
  ADDON_NAMES,
  ADDONS,
  computeLimits,
  computePrice,
  computeUsageStart,
  describeChoice,
  findChoice,
  listExceeded,
  listWarnings,
  PLAN_CURRENCY,
  PLAN_NAMES,
  PLANS,
  sortAddons,
  TRIAL_DAYS,
  type Choice,
  type PlanStatus,
} from './plan.ts';

/** The platform forgets a subscription that nobody approved. */
const PENDING_DAYS = 2;
const CURRENCY = asCurrency(PLAN_CURRENCY);
const planPage = ({ launchUrl }: { launchUrl: string }): string => `${launchUrl}/admin/settings/plan`;
const price = (amountMinor: bigint) => toDto(money(amountMinor, CURRENCY));

/** The plan as the platform bills it now, what is in use, and what may be chosen. The platform is asked outside of any transaction. */
export async function readInstallation(ctx: Ctx): Promise<InstallationDto> {
  const { current, status, pending, usage, hadSubscription, platform } = await readNow(ctx);
  return {
    plan: current.plan,
    addons: sortAddons(current.addons),
    status,
    price: price(computePrice(current)),
    pending: pending && { plan: pending.plan, addons: sortAddons(pending.addons) },
    limits: computeLimits(current),
    usage,
    warnings: listWarnings(current, usage),
    trialDays: hadSubscription ? 0 : TRIAL_DAYS,
    url: planPage(platform),
    plans: PLAN_NAMES.map((name) => ({
      name,
      price: price(PLANS[name].priceMinor),
      limits: PLANS[name].limits,
      fits: listExceeded({ plan: name, addons: [] }, usage).length === 0,
    })),
    addonsOffered: ADDON_NAMES.map((name) => ({
      name,
      price: price(ADDONS[name].priceMinor),
      count: ADDONS[name].count,
    })),
  };
}

type Now = {
  current: Choice;
  status: PlanStatus;
  pending: Choice | null;
  usage: { vendors: number; orders: number; products: number };
  hadSubscription: boolean;
  platform: Awaited<ReturnType<typeof readAppSubscriptions>>;
  subscription: AppSubscription | undefined;
};

/** What the platform says, kept with what was asked for: where somebody came back from is never believed. */
async function readNow(ctx: Ctx): Promise<Now> {
  const { store } = ctx.viewer;
  const platform = await readAppSubscriptions(await ctx.adapters.platform(store.domain));
  const now = ctx.clock.now();
  const { plans, usage } = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    for (const row of await repo.listPlans(tx)) {
      const said = statusNow(row, platform.subscriptions, now);
      if (said !== row.status) await repo.markStatus(tx, row.subscriptionId, said);
    }
    const usage = await repo.countUsage(tx, computeUsageStart(now));
    await saveReading(tx, { ...findPlan(platform.subscriptions), readAt: now });
    await saveUsage(tx, usage);
    return { plans: await repo.listPlans(tx), usage };
  });
  const subscription = platform.subscriptions.find(({ name }) => findChoice(name) !== undefined);
  const current = findPlan(platform.subscriptions);
  const [latest] = plans;
  return {
    current,
    usage,
    platform,
    subscription,
    status: subscription ? (subscription.status === 'FROZEN' ? 'FROZEN' : 'ACTIVE') : 'none',
    pending: latest?.status === 'PENDING' ? latest : null,
    hadSubscription: subscription !== undefined || plans.some(({ status }) => STARTED.has(status)),
  };
}

/** Statuses of subscriptions that were approved once: the free days are used. */
const STARTED: ReadonlySet<string> = new Set(['ACTIVE', 'FROZEN', 'CANCELLED']);

function statusNow(row: repo.StoredPlan, active: readonly AppSubscription[], now: Date): string {
  const found = active.find(({ id }) => id === row.subscriptionId);
  if (found) return found.status;
  if (row.status === 'PENDING') {
    const isOld = now.getTime() - row.requestedAt.getTime() > PENDING_DAYS * DAY_MS;
    return isOld ? 'EXPIRED' : 'PENDING';
  }
  return STARTED.has(row.status) ? 'CANCELLED' : row.status;
}

/**
 * Begins a change of plan: the platform's page on which the merchant approves it. What costs nothing ends the subscription at once.
 * Throws invalid_state (409) where what is in use does not fit, platform_refused (422).
 */
export async function changeInstallation(ctx: Ctx, input: ChangePlanInput): Promise<{ url: string }> {
  const choice = { plan: input.plan, addons: sortAddons(input.addons) };
  const { usage, platform, subscription, hadSubscription } = await readNow(ctx);
  if (listExceeded(choice, usage).length > 0) throw stateRefuses('plan_too_small');
  const client = await ctx.adapters.platform(ctx.viewer.store.domain);
  const back = planPage(platform);
  const amountMinor = computePrice(choice);
  if (amountMinor === 0n) {
    if (!subscription) throw stateRefuses('plan_not_offered');
    await cancelAppSubscription(client, subscription.id);
    await record(ctx, { choice, subscriptionId: subscription.id, status: 'CANCELLED' });
    return { url: back };
  }
  const { id, url } = await createAppSubscription(client, {
    name: describeChoice(choice),
    returnUrl: back,
    isTest: platform.isTest,
    trialDays: hadSubscription ? 0 : TRIAL_DAYS,
    price: { amount: formatAmount(amountMinor, CURRENCY), currency: CURRENCY },
  });
  await record(ctx, { choice, subscriptionId: id, status: 'PENDING' });
  return { url };
}

async function record(
  ctx: Ctx,
  { choice, subscriptionId, status }: { choice: Choice; subscriptionId: string; status: 'PENDING' | 'CANCELLED' },
): Promise<void> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (status === 'CANCELLED') await repo.markStatus(tx, subscriptionId, status);
    else {
      const row = { subscriptionId, plan: choice.plan, addons: sortAddons(choice.addons), status };
      await repo.insertPlan(tx, { ...row, requestedAt: at, requestedBy: `${actor.kind}:${actor.id}` });
    }
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'plan',
        vendorId: null,
        action: 'plan.requested',
        actor,
        at,
        detail: { plan: ['', describeChoice(choice)] },
      },
    ]);
  });
}
