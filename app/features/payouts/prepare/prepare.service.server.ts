import type { StoreId } from '#app/core/ids.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { findPayingKeys, openPayingStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { countOthers } from '#app/platform/payout-rights/payer.ts';
import { assertMayPayOut, listPayers } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { allocate, listProviderMethods, toPreparation, type Allocation } from './allocation.service.server.ts';
import { findWaits } from '../approval/request-approval.service.server.ts';
import { resolveLines } from './pay-request.service.server.ts';
import { readPayable } from './payable.repo.server.ts';
import type { PayoutLineInput, Preparation } from '../payouts.contract.ts';

/** What a payout of these lines would pay. Nothing is locked or written. One foreign line refuses all (404). */
export async function preparePayout(ctx: Ctx, lines: readonly PayoutLineInput[]): Promise<Preparation> {
  return (await startPreparing(ctx))(lines);
}

/** Prepares payouts, however many: what the provider says of its balance is read once for all of them. */
export async function startPreparing(ctx: Ctx): Promise<(lines: readonly PayoutLineInput[]) => Promise<Preparation>> {
  await assertMayPayOut(ctx);
  const { store } = ctx.viewer;
  const keys = await findPayingKeys(ctx, store.id);
  const stripeBalance = await readStripeBalance(ctx, store);
  return (lines) =>
    ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
      const ids = await resolveLines(tx, lines);
      const allocations = allocate(await readPayable(tx, [...ids], { lock: false }), ids, 'manual');
      const methods = await listProviderMethods(tx, keys, allocations, ctx.clock.now());
      const approval = await readApproval(ctx, tx, allocations);
      return toPreparation(allocations, { storeCurrency: store.currency, methods, stripeBalance, approval });
    });
}

/** Whether another person would have to approve it, and how many could; null where nobody has to. */
async function readApproval(
  { viewer, clock }: Ctx,
  tx: SqlTx,
  allocations: readonly Allocation[],
): Promise<Preparation['approval']> {
  const currency = asCurrency(viewer.store.currency);
  const payable = allocations.filter(({ refusal }) => refusal === null);
  const waits = await findWaits(tx, payable, { currency, actor: viewer.actor, now: clock.now() });
  if (!waits) return null;
  return {
    why: waits.why,
    limit: toDto(money(waits.aboveMinor, currency)),
    others: countOthers(await listPayers(tx), viewer.actor),
  };
}

/** The available balance at Stripe in the store's currency; null without a key, and where Stripe does not say. */
async function readStripeBalance(ctx: Ctx, store: { id: StoreId; currency: string }): Promise<MoneyDto | null> {
  const stripe = await openPayingStripe(ctx, store.id);
  if (!stripe) return null;
  try {
    const { available } = await stripe.client.readBalance();
    const currency = asCurrency(store.currency);
    return toDto(available.find((one) => one.currency === currency) ?? money(0n, currency));
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    ctx.log.warn({ err: error }, 'the balance could not be read');
    return null;
  }
}
