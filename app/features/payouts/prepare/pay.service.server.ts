import { randomUUID } from 'node:crypto';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope, scopeOf, type Actor } from '#app/core/viewer.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import { findPayingKeys, type ProviderKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { isUniqueViolation, type SqlTx } from '#app/server/db.server.ts';
import { allocate, listProviderMethods, toReason, computeToken } from './allocation.service.server.ts';
import {
  askForApproval,
  findWaitingAnswer,
  findWaits,
  holdPayer,
} from '../approval/request-approval.service.server.ts';
import { computeFingerprint, readManual, resolveLines, resolveMethods } from './pay-request.service.server.ts';
import { readPayable } from './payable.repo.server.ts';
import { methodRefusal } from '../payout.ts';
import type { PayInput, PayOutcome, PayResult } from '../payouts.contract.ts';
import * as repo from '../payouts.repo.server.ts';
import { startPayouts, type Decided } from './start.service.server.ts';

/**
 * Pays vendors, each with a result of its own: by hand at once, by a provider as a payout that is on its way and that the
 * executor carries on. Amounts are computed anew under lock; with a token, any that changed refuses the whole call (409
 * amount_changed). An identical call while its payouts are live answers its stored results. A call above the limit of approval
 * pays nothing and waits for another person.
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
    manual: isManual ? readManual(input.manual, ctx.clock.now(), viewer.store.timezone) : undefined,
    token: input.token,
    fingerprint: computeFingerprint(viewer, ids, methods, input),
    limitedIn: viewer.store.currency,
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
  manual: repo.ManualPayment | undefined;
  token: string | undefined;
  /** What makes two calls identical. */
  fingerprint: string;
  /** The store's currency, in which the limit above which a call waits is kept; null where nobody has to approve it. */
  limitedIn: string | null;
};

/** Pays vendor orders that were found within the scope of whoever asks. Throws amount_changed (409), conflict (409). */
async function payChosen(services: Services, chosen: Chosen): Promise<PayOutcome> {
  const keys = await findPayingKeys(services, chosen.storeId);
  const outcome = await refusingTaken(() =>
    services.db.fast(marketplaceScope(chosen.storeId), (tx) =>
      payIn(services, tx, { ...chosen, runId: randomUUID() }, keys),
    ),
  );
  if (outcome === 'amount_changed') throw new AppError('amount_changed');
  return outcome;
}

/** Refuses as a conflict (409) where another payout took one of the lines between our reading and our writing. */
export async function refusingTaken<Value>(pays: () => Promise<Value>): Promise<Value> {
  try {
    return await pays();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict');
    throw error;
  }
}

/**
 * Pays in the caller's transaction, or notes a request where another person has to approve it. An identical call is answered
 * what the first was, while its payouts are live or while it waits. Writes nothing where an amount is not that of the token.
 */
export async function payIn(
  services: Services,
  tx: SqlTx,
  chosen: Chosen & { runId: string },
  keys: ProviderKeys,
): Promise<PayOutcome | 'amount_changed'> {
  const { ids, methods, token, fingerprint, runId, limitedIn } = chosen;
  const now = services.clock.now();
  await repo.lockRun(tx, fingerprint);
  const stored = await repo.findLiveRun(tx, fingerprint);
  if (stored) return stored as PayOutcome;
  const waiting = limitedIn === null ? undefined : await findWaitingAnswer(tx, fingerprint, now);
  if (waiting) return waiting;
  if (limitedIn !== null) await holdPayer(tx, chosen.actor);
  const allocations = allocate(await readPayable(tx, [...ids], { lock: true }), ids, chosen.run);
  if (token !== undefined && token !== computeToken(allocations)) return 'amount_changed';
  const vendorMethods = await listProviderMethods(tx, keys, allocations, now);
  const decided = allocations.map((allocation): Decided => {
    const method = methods.get(allocation.vendorId);
    const vendorMethod = vendorMethods.of.get(allocation.vendorId);
    return {
      allocation,
      method,
      way: vendorMethod,
      refusal: allocation.refusal ?? methodRefusal(allocation, method, vendorMethods),
    };
  });
  const basis = token === undefined ? 'due_now' : 'token';
  const payable = decided.filter(({ refusal }) => refusal === null);
  const waits =
    limitedIn === null
      ? null
      : await findWaits(
          tx,
          payable.map(({ allocation }) => allocation),
          { currency: limitedIn, actor: chosen.actor, now },
        );
  if (waits && limitedIn !== null) {
    const answer: PayOutcome = { results: decided.map((one) => toResult(one, 'waiting')), basis };
    return askForApproval(tx, payable, answer, { ...chosen, currency: limitedIn, waits, now });
  }
  const made = await startPayouts(services, tx, decided, { ...chosen, runId, now });
  const outcome: PayOutcome = { results: decided.map((one) => toResult(one, made.get(one.allocation))), basis };
  if (made.size > 0) await repo.insertRun(tx, { id: runId, fingerprint, results: outcome, at: now });
  return outcome;
}

/** A vendor's result: its payout where one was made, or that it waits; else why not. */
function toResult({ allocation, method, refusal }: Decided, made: bigint | 'waiting' | undefined): PayResult {
  const status = method === 'manual' ? 'paid' : 'processing';
  return {
    vendor: allocation.vendor,
    status: refusal !== null || made === undefined ? 'refused' : made === 'waiting' ? 'waiting' : status,
    method: method ?? null,
    amount: toDto(money(allocation.totalMinor, allocation.currency)),
    lineCount: allocation.lines.length,
    transactionId: typeof made === 'bigint' ? String(made) : null,
    reason: refusal && toReason(refusal),
  };
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
    manual: undefined,
    token: undefined,
    fingerprint: `automatic/${occasion}`,
    // The rules of automatic runs leave out what is above the limit.
    limitedIn: null,
  });
}
