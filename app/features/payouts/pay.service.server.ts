import { randomUUID } from 'node:crypto';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { asCurrency, money, toWire } from '#app/core/money.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { marketplaceScope, scopeOf, type Actor } from '#app/core/viewer.ts';
import type { MoneyWire } from '#app/core/wire.ts';
import type { PayoutMethod } from '#app/features/ledger/ledger.ts';
import { findKeys, openStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { mayStaffPayOut } from '#app/features/stores/staff.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { isUniqueViolation } from '#app/server/db.server.ts';
import { allocate, readWaysOf, reasonOf, tokenOf, toPreparation } from './allocation.service.server.ts';
import { fingerprintOf, readManual, resolveLines, resolveMethods } from './pay-request.service.server.ts';
import { readPayable } from './payable.repo.server.ts';
import { methodRefusal } from './payout.ts';
import type { PayInput, PayOutcome, PayoutLineInput, PayResult, Preparation } from './payouts.contract.ts';
import * as repo from './payouts.repo.server.ts';
import { startPayouts, type Decided } from './start.service.server.ts';

/** Whether the viewer may move money: web admins may, staff of the store admin where it was given to them. */
export async function mayPayOut(ctx: Ctx): Promise<boolean> {
  const { viewer } = ctx;
  if (!viewer.isAdmin) return false;
  return viewer.actor.kind === 'staff' ? mayStaffPayOut(ctx, viewer.store, viewer.actor.id) : true;
}

/** Throws missing_permission (403) for an admin without the right to pay out. */
export async function assertMayPayOut(ctx: Ctx): Promise<void> {
  if (!(await mayPayOut(ctx))) throw new AppError('missing_permission', { permission: 'pay_out' });
}

/** What a payout of these lines would pay. Nothing is locked or written. One foreign line refuses all (404). */
export async function preparePayout(ctx: Ctx, lines: readonly PayoutLineInput[]): Promise<Preparation> {
  await assertMayPayOut(ctx);
  const { store } = ctx.viewer;
  const keys = await findKeys(ctx, store.id);
  const stripeBalance = await readStripeBalance(ctx, store);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const ids = await resolveLines(tx, lines);
    const allocations = allocate(await readPayable(tx, [...ids], { lock: false }), ids, 'manual');
    const ways = await readWaysOf(tx, keys, allocations, ctx.clock.now());
    return toPreparation(allocations, { storeCurrency: store.currency, ways, stripeBalance });
  });
}

/**
 * Pays vendors, each with a result of its own: by hand at once, by a provider as a payout that is on its way and that the
 * executor carries on. Amounts are computed anew under lock; with a token, any that changed refuses the whole call (409
 * amount_changed). An identical call while its payouts are live answers its stored results.
 */
export async function pay(ctx: Ctx, input: PayInput): Promise<PayOutcome> {
  await assertMayPayOut(ctx);
  const { viewer } = ctx;
  const { ids, methods } = await ctx.db.fast(scopeOf(viewer), async (tx) => ({
    ids: await resolveLines(tx, input.payoutLines),
    methods: await resolveMethods(tx, input.methods),
  }));
  const isManual = [...methods.values()].includes('manual');
  return payChosen(ctx, {
    storeId: viewer.store.id,
    actor: viewer.actor,
    run: 'manual',
    ids,
    methods,
    byHand: isManual ? readManual(input.manual, ctx.clock.now(), viewer.store.timezone) : undefined,
    token: input.token,
    fingerprint: fingerprintOf(viewer, ids, methods, input),
  });
}

/** Which vendor orders are paid how, by whom. */
export type Chosen = {
  storeId: StoreId;
  actor: Actor;
  /** An automatic run leaves held orders out (M40). */
  run: 'manual' | 'automatic';
  ids: ReadonlySet<bigint>;
  /** By vendor id. */
  methods: ReadonlyMap<string, PayoutMethod>;
  byHand: repo.ByHand | undefined;
  token: string | undefined;
  /** What makes two calls identical. */
  fingerprint: string;
};

/** Pays vendor orders that were found within the scope of whoever asks. Throws amount_changed (409), conflict (409). */
export async function payChosen(services: Services, chosen: Chosen): Promise<PayOutcome> {
  const { storeId, ids, methods, token, fingerprint } = chosen;
  const now = services.clock.now();
  const keys = await findKeys(services, storeId);
  try {
    return await services.db.fast(marketplaceScope(storeId), async (tx) => {
      await repo.lockRun(tx, fingerprint);
      const stored = await repo.findLiveRun(tx, fingerprint);
      if (stored) return stored as PayOutcome;
      const allocations = allocate(await readPayable(tx, [...ids], { lock: true }), ids, chosen.run);
      if (token !== undefined && token !== tokenOf(allocations)) throw new AppError('amount_changed');
      const ways = await readWaysOf(tx, keys, allocations, now);
      const decided = allocations.map((allocation) => {
        const method = methods.get(allocation.vendorId);
        const way = ways.of.get(allocation.vendorId);
        return { allocation, method, way, refusal: allocation.refusal ?? methodRefusal(allocation, method, ways) };
      });
      const runId = randomUUID();
      const made = await startPayouts(services, tx, decided, { ...chosen, runId, now });
      const outcome: PayOutcome = {
        results: decided.map((one) => toResult(one, made.get(one.allocation))),
        basis: token === undefined ? 'due_now' : 'token',
      };
      if (made.size > 0) await repo.insertRun(tx, { id: runId, fingerprint, results: outcome, at: now });
      return outcome;
    });
  } catch (error) {
    // Another payout took one of the lines between our reading and our writing.
    if (isUniqueViolation(error)) throw new AppError('conflict');
    throw error;
  }
}

function toResult({ allocation, method, refusal }: Decided, payoutId: bigint | undefined): PayResult {
  const isSent = payoutId !== undefined;
  return {
    vendor: allocation.vendor,
    status: !isSent ? 'refused' : method === 'manual' ? 'paid' : 'processing',
    method: method ?? null,
    amount: toWire(money(allocation.totalMinor, allocation.currency)),
    lineCount: allocation.lines.length,
    transactionId: isSent ? String(payoutId) : null,
    reason: refusal && reasonOf(refusal),
  };
}

/** The available balance at Stripe in the store's currency; null without a key, and where Stripe does not say. */
async function readStripeBalance(ctx: Ctx, store: { id: StoreId; currency: string }): Promise<MoneyWire | null> {
  const stripe = await openStripe(ctx, store.id);
  if (!stripe) return null;
  try {
    const { available } = await stripe.client.readBalance();
    const currency = asCurrency(store.currency);
    return toWire(available.find((one) => one.currency === currency) ?? money(0n, currency));
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    ctx.log.warn({ err: error }, 'the balance could not be read');
    return null;
  }
}

/** Vendor orders of one run of a schedule, with their vendors. `occasion` names the run: again it answers what it did. */
export type AutomaticRun = {
  storeId: StoreId;
  actor: Actor;
  occasion: string;
  orders: readonly { id: bigint; vendorId: bigint }[];
};

/** Pays vendor orders by Stripe without anybody's click; what is held is left out. Throws conflict (409). */
export function payAutomatically(
  services: Services,
  { storeId, actor, occasion, orders }: AutomaticRun,
): Promise<PayOutcome> {
  return payChosen(services, {
    storeId,
    actor,
    run: 'automatic',
    ids: new Set(orders.map(({ id }) => id)),
    methods: new Map(orders.map(({ vendorId }) => [String(vendorId), 'stripe'])),
    byHand: undefined,
    token: undefined,
    fingerprint: `automatic/${occasion}`,
  });
}
