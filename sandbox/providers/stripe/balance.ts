import { z } from 'zod';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxResponse } from '../../core/router.ts';
import type { Balances, StripeAccount, StripePayout } from '../../core/state-stripe.ts';
import { makeId } from '../identifiers.ts';
import { ownAccount } from './account-status.ts';
import { done, listPage, NO_CAUSE } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { emitSnapshot } from './events.ts';
import { created, expand, isWithin, paging, readParams, secondsOf, text } from './params.ts';
import { availableOf, stripeOf } from './platforms.ts';

/** Balances of the platform or, on its behalf, of a connected account, and that account's payouts to its bank. */
export const balanceOperations: readonly StripeOperation[] = [
  { method: 'GET', pattern: '/v1/balance', name: 'balance.retrieve', onBehalf: true, run: retrieveBalance },
  { method: 'GET', pattern: '/v1/payouts', name: 'payouts.list', onBehalf: true, run: listPayouts },
];

function retrieveBalance(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({ expand: expand().optional() }), call.params);
  const balances =
    call.account === null ? availableOf(call.platform, call.livemode) : ownAccount(call, call.account).balances;
  const currency = call.platform.currency;
  return done({
    object: 'balance',
    available: showBalances(Object.keys(balances).length > 0 ? balances : { [currency]: 0 }),
    livemode: call.livemode,
    pending: [{ amount: 0, currency, source_types: { card: 0 } }],
  });
}

function showBalances(balances: Balances): unknown[] {
  return Object.entries(balances).map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
}

function listPayouts(call: StripeCall): SandboxResponse {
  const wanted = readParams(
    z.strictObject({
      ...paging,
      status: text().optional(),
      created: created().optional(),
      arrival_date: created().optional(),
    }),
    call.params,
  );
  const accountId = call.account === null ? null : ownAccount(call, call.account).id;
  const found = Object.values(stripeOf(call.sandbox).payouts).filter(
    (payout) =>
      payout.accountId === accountId &&
      (wanted.status === undefined || payout.status === wanted.status) &&
      isWithin(payout.createdAt, wanted.created) &&
      isWithin(payout.createdAt, wanted.arrival_date),
  );
  return listPage(found.toReversed(), wanted, '/v1/payouts', (payout) => showPayout(payout, call.livemode));
}

function showPayout(payout: StripePayout, livemode: boolean): Record<string, unknown> {
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amountMinor,
    arrival_date: secondsOf(payout.createdAt),
    automatic: true,
    created: secondsOf(payout.createdAt),
    currency: payout.currency,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_code: payout.failureCode,
    failure_message: payout.failureCode === null ? null : 'The bank account could not be paid.',
    livemode,
    metadata: {},
    method: 'standard',
    reconciliation_status: 'completed',
    source_type: 'card',
    status: payout.status,
    type: 'bank_account',
  };
}

/**
 * Lets a connected account pay out to its bank, everything it has of a currency unless an amount (minor units) is named. A failed
 * payout puts the money back into the account's balance. `payout.paid` or `payout.failed` follows.
 */
export function payOutAccount(
  sandbox: Sandbox,
  account: StripeAccount,
  input: { currency: string; amountMinor: number | undefined; failed: boolean },
): StripePayout {
  const available = account.balances[input.currency] ?? 0;
  const amountMinor = input.amountMinor ?? available;
  if (!Number.isInteger(amountMinor) || amountMinor < 1 || amountMinor > available)
    throw new Refusal(`amountMinor must lie between 1 and ${available}.`, ['amountMinor']);
  if (!input.failed) account.balances[input.currency] = available - amountMinor;
  const payout: StripePayout = {
    id: makeId(sandbox, 'po_', 24),
    accountId: account.id,
    amountMinor,
    currency: input.currency,
    status: input.failed ? 'failed' : 'paid',
    failureCode: input.failed ? 'account_closed' : null,
    createdAt: sandbox.clock.iso(),
  };
  stripeOf(sandbox).payouts[payout.id] = payout;
  emitSnapshot(sandbox, {
    platformId: account.platformId,
    livemode: account.livemode,
    type: `payout.${payout.status}`,
    account: account.id,
    object: showPayout(payout, account.livemode),
    cause: NO_CAUSE,
  });
  sandbox.save();
  return payout;
}
