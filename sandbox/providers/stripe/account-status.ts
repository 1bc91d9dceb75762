import type { Sandbox } from '../../core/kernel.ts';
import { Refusal } from '../../core/kernel.ts';
import type { StripeAccount, StripeAccountStatus } from '../../core/state-stripe.ts';
import { canReceive, showAccount } from './account-views.ts';
import type { Cause, StripeCall } from './call.ts';
import { emitSnapshot, emitThin } from './events.ts';
import { stripeOf } from './platforms.ts';
import { maskKey, currentKey } from './platforms.ts';
import { missing, StripeProblem } from './problem.ts';

/** Moves an account to a status; `account.updated` and the thin events of v2 follow. */
export function changeStatus(
  sandbox: Sandbox,
  account: StripeAccount,
  status: StripeAccountStatus,
  cause: Cause,
): void {
  if (account.status === status) return;
  const before = canReceive(account);
  const previous = showAccount(account);
  account.status = status;
  tellOfUpdate(sandbox, account, previous, cause);
  const thin = { platformId: account.platformId, livemode: account.livemode, cause, related: relatedTo(account) };
  emitThin(sandbox, { ...thin, type: 'v2.core.account[requirements].updated' });
  if (before !== canReceive(account) || account.transfersRequested)
    emitThin(sandbox, {
      ...thin,
      type: 'v2.core.account[configuration.recipient].capability_status_updated',
      data: { updated_capability: 'stripe_balance.stripe_transfers' },
    });
  sandbox.save();
}

function tellOfUpdate(sandbox: Sandbox, account: StripeAccount, previous: Record<string, unknown>, cause: Cause): void {
  const object = showAccount(account);
  emitSnapshot(sandbox, {
    platformId: account.platformId,
    livemode: account.livemode,
    type: 'account.updated',
    account: account.id,
    object,
    previous: Object.fromEntries(
      Object.entries(previous).filter(([name, value]) => JSON.stringify(object[name]) !== JSON.stringify(value)),
    ),
    cause,
  });
}

/** An account as thin events refer to it. */
export function relatedTo(account: StripeAccount): { id: string; type: string; url: string } {
  return { id: account.id, type: 'v2.core.account', url: `/v2/core/accounts/${account.id}` };
}

/** An account by its id, for control calls and pages; refused when there is none. */
export function accountById(sandbox: Sandbox, id: string): StripeAccount {
  const account = stripeOf(sandbox).accounts[id];
  if (!account) throw new Refusal(`There is no account ${id}.`, ['id'], 'NOT_FOUND');
  return account;
}

/** The accounts of the caller's platform and mode, newest first. */
export function accountsOf(call: StripeCall): StripeAccount[] {
  return Object.values(stripeOf(call.sandbox).accounts)
    .filter((account) => account.platformId === call.platform.id && account.livemode === call.livemode)
    .toReversed();
}

/** An account of the caller's own; another's, or one of the other mode, is refused as Stripe does (403). */
export function ownAccount(call: StripeCall, id: string): StripeAccount {
  const account = stripeOf(call.sandbox).accounts[id];
  if (account?.platformId === call.platform.id && account.livemode === call.livemode) return account;
  throw new StripeProblem(403, {
    code: 'account_invalid',
    message: `The provided key '${maskKey(currentKey(call.platform, call.livemode) ?? '')}' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });
}

/** The same for v2, which says 404. */
export function ownAccountV2(call: StripeCall, id: string): StripeAccount {
  const account = stripeOf(call.sandbox).accounts[id];
  if (account?.platformId === call.platform.id && account.livemode === call.livemode) return account;
  throw missing('account', id, 'id');
}
