import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { isRequester } from '#app/platform/payout-rights/payer.ts';
import {
  assertMayDecide,
  assertMayPayOut,
  findVoidingChange,
  listPayers,
} from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { toEnd, type RaiseAction } from './limit-raise.ts';
import type { PayoutRulesState } from './payout-rules.contract.ts';
import {
  computeAmount,
  readPayoutRules,
  readRulesState,
  savedEntry,
  writePayoutRules,
} from './payout-rules.service.server.ts';

const DONE = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const;

/**
 * Decides about a higher limit of approval that waits: another person who may pay out approves or declines it, whoever asked
 * takes it back. Throws invalid_state (409) where none waits or somebody else has to, conflict (409) over another version.
 */
export async function decideRaise(ctx: Ctx, o: { act: RaiseAction; version: number }): Promise<PayoutRulesState> {
  const isOwnOperation = o.act === 'withdraw';
  if (!isOwnOperation) await assertMayPayOut(ctx);
  const { actor, store } = ctx.viewer;
  const currency = asCurrency(store.currency);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { rules, version, raise } = await readPayoutRules(tx);
    if (version !== o.version) throw new AppError('conflict');
    if (!raise || toEnd(raise) <= at) throw stateRefuses('limit_unchanged');
    const payers = await listPayers(tx);
    const request = { by: raise.by, requester: raise.requester ?? null };
    const isOwn = isRequester(payers, actor, request);
    if (isOwn !== isOwnOperation) throw stateRefuses(isOwn ? 'own_request' : 'not_own_request');
    if (!isOwnOperation) {
      if (await findVoidingChange(tx, payers, { ...request, now: at })) throw stateRefuses('request_voided');
      await assertMayDecide(tx, payers, actor, at);
    }
    const { approveAboveMinor } = o.act === 'approve' ? raise : rules;
    await writePayoutRules(ctx, tx, { rules: { ...rules, approveAboveMinor }, raise: null, over: version, at });
    const limits = [computeAmount(rules.approveAboveMinor, currency), computeAmount(raise.approveAboveMinor, currency)];
    const action = `settings.limit_${DONE[o.act]}`;
    await recordAudit(tx, [savedEntry({ action, actor, detail: { currency, approveAbove: limits }, at })]);
  });
  return readRulesState(ctx);
}
