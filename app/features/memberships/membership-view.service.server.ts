import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { ProviderProblem, type ProviderReason } from '#app/core/provider-problem.ts';
import { can, marketplaceScope } from '#app/core/viewer.ts';
import type { StripePlan } from '#app/adapters/stripe/subscriptions.server.ts';
import { openStripe, type OpenStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { readMembership } from '#app/platform/settings/store-sections.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { isOver, MEMBERSHIP_STATUSES, trialDaysFor, type MembershipStatus } from './membership.ts';
import { findTerms, readAccess, type MembershipAccess, type Terms } from './membership-access.service.server.ts';
import type { MembershipDto, PlanDto, PlansDto } from './memberships.contract.ts';
import { countByStatus, type MembershipRow } from './memberships.repo.server.ts';
import { refreshNow } from './refresh-membership.service.server.ts';

/** What was read so recently is not asked for again when a page is opened. */
const FRESH_MS = 10_000;

/** The vendor that is acted for, and the terms that hold for it. Throws feature_disabled (404), invalid_state (409) in the marketplace view. */
export async function requireTerms(ctx: Ctx): Promise<{ vendorId: VendorId; terms: Terms; stripe: OpenStripe }> {
  const { store, vendorScope } = ctx.viewer;
  const terms = await ctx.db.fast(marketplaceScope(store.id), findTerms);
  const stripe = terms && (await openStripe(ctx, store.id));
  if (!stripe) throw new AppError('feature_disabled');
  if (vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return { vendorId: vendorScope, terms, stripe };
}

/** Those who lead the vendor buy and change its membership; admins who act for it look only. */
export function mayChangeMembership({ viewer }: Ctx): boolean {
  return !can(viewer, 'switch_vendor') && viewer.actor.role === 'manager';
}

/**
 * The membership of the acting vendor, as the provider says it now; where it does not answer, what was known last and why.
 * `isFresh: false` reads it whenever it was read last. Throws as `requireTerms` does.
 */
export async function readMembershipView(ctx: Ctx, o: { isFresh: boolean }): Promise<MembershipDto> {
  const { vendorId, terms, stripe } = await requireTerms(ctx);
  const scope = marketplaceScope(ctx.viewer.store.id);
  const known = await ctx.db.fast(scope, (tx) => readAccess(tx, vendorId, terms));
  const age = known.row ? ctx.clock.now().getTime() - known.row.checkedAt.getTime() : Infinity;
  const problem = known.isRequired && !(o.isFresh && age < FRESH_MS) ? await refresh(ctx, vendorId, stripe) : null;
  return ctx.db.fast(scope, async (tx) => {
    const access = await readAccess(tx, vendorId, terms);
    return toMembershipDto(ctx, { access, terms, problem });
  });
}

async function refresh(ctx: Ctx, vendorId: VendorId, stripe: OpenStripe): Promise<ProviderReason | null> {
  try {
    await refreshNow(ctx, ctx.viewer.store.id, vendorId, stripe);
    return null;
  } catch (error) {
    if (error instanceof ProviderProblem) return error.reason;
    throw error;
  }
}

type Shown = {
  access: MembershipAccess;
  terms: Terms;
  problem: ProviderReason | null;
};

function toMembershipDto(ctx: Ctx, { access, terms, problem }: Shown): MembershipDto {
  const { row } = access;
  const { trialDays, allowFulfillment } = terms.settings;
  return {
    isRequired: access.isRequired,
    hasAccess: access.hasAccess || !access.isRequired,
    status: row?.status ?? 'none',
    plan: row && !isOver(row.status) ? toPlan(row) : null,
    renewsAt: row?.renewsAt?.toISOString() ?? null,
    endsAt: row?.endsAt?.toISOString() ?? null,
    trialEndsAt: row?.trialEndsAt?.toISOString() ?? null,
    trialDays: trialDaysFor({
      trialDays,
      hasUsedTrial: row?.hasUsedTrial ?? false,
      hadSubscription: row?.subscriptionId != null,
    }),
    listingLimit: access.hasAccess ? (row?.listingLimit ?? null) : null,
    mayFulfill: allowFulfillment,
    mayChange: mayChangeMembership(ctx),
    hasCustomer: row !== undefined,
    checkedAt: row?.checkedAt.toISOString() ?? null,
    problem,
  };
}

function toPlan(row: MembershipRow): MembershipDto['plan'] {
  const { amountMinor, currency } = row;
  return {
    priceId: row.priceId ?? '',
    name: row.planName,
    price: amountMinor !== null && currency ? toDto(money(amountMinor, asCurrency(currency))) : null,
    interval: INTERVALS.find((one) => one === row.interval) ?? null,
    intervalCount: row.intervalCount ?? 1,
  };
}

const INTERVALS = ['day', 'week', 'month', 'year'] as const;

/**
 * The plans that the viewer may choose from: those that the marketplace offers, or in the marketplace view every recurring
 * price of the provider. Throws feature_disabled (404) for vendors while no membership is asked for.
 */
export async function listPlans(ctx: Ctx): Promise<PlansDto> {
  const { viewer } = ctx;
  const settings = await ctx.db.fast(marketplaceScope(viewer.store.id), readMembership);
  const isMarketplace = can(viewer, 'switch_vendor') && viewer.vendorScope === '*';
  if (!settings.enabled && !isMarketplace) throw new AppError('feature_disabled');
  const stripe = await openStripe(ctx, viewer.store.id);
  const { trialDays, documentationUrl } = settings;
  const said = await askPlans(stripe);
  const plans = said.plans
    .map((plan) => toPlanDto(plan, settings.products.includes(plan.productId)))
    .filter(({ isOffered }) => isOffered || isMarketplace);
  return { plans, trialDays, documentationUrl, problem: said.problem };
}

/** How many vendors have a membership in each status, in the order of the statuses; empty while none is asked for. */
export async function countMemberships(ctx: Ctx): Promise<{ status: MembershipStatus; count: number }[]> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const terms = await findTerms(tx);
    const counts = terms ? await countByStatus(tx, terms.platform) : [];
    return MEMBERSHIP_STATUSES.flatMap((status) => counts.filter((one) => one.status === status));
  });
}

async function askPlans(
  stripe: OpenStripe | undefined,
): Promise<{ plans: StripePlan[]; problem: ProviderReason | null }> {
  if (!stripe) return { plans: [], problem: 'key' };
  try {
    return { plans: await stripe.client.subscriptions.listPlans(), problem: null };
  } catch (error) {
    if (error instanceof ProviderProblem) return { plans: [], problem: error.reason };
    throw error;
  }
}

function toPlanDto(plan: StripePlan, isOffered: boolean): PlanDto {
  const { priceId, productId, name, description, amountMinor, currency, interval, intervalCount, listingLimit } = plan;
  const price = amountMinor === null ? null : toDto(money(amountMinor, asCurrency(currency)));
  return { priceId, productId, name, description, price, interval, intervalCount, listingLimit, isOffered };
}
