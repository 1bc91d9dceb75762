import { z } from 'zod';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripeReversal, StripeTransfer } from '../../core/state-stripe.ts';
import { makeId } from '../identifiers.ts';
import { done, listPage, NO_CAUSE } from './call.ts';
import type { Cause, StripeCall, StripeOperation } from './call.ts';
import { emitSnapshot } from './events.ts';
import { expand, flag, integer, metadata, paging, readParams, text } from './params.ts';
import { availableOf, platformOf, stripeOf } from './platforms.ts';
import { invalidParam, missing, StripeProblem } from './problem.ts';
import { happeningOf, ownTransfer, reversedOf, showReversal } from './transfers.ts';

/** Taking transfers back, whole or in part. */
export const reversalOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v1/transfers/{id}/reversals', name: 'reversals.create', run: createReversal },
  { method: 'GET', pattern: '/v1/transfers/{id}/reversals', name: 'reversals.list', run: listReversals },
  {
    method: 'GET',
    pattern: '/v1/transfers/{id}/reversals/{reversal}',
    name: 'reversals.retrieve',
    run: retrieveReversal,
  },
];

function createReversal(call: StripeCall): SandboxResponse {
  const input = readParams(
    z.strictObject({
      amount: integer(1).optional(),
      description: text().optional(),
      metadata: metadata().optional(),
      refund_application_fee: flag().optional(),
      expand: expand().optional(),
    }),
    call.params,
  );
  const transfer = ownTransfer(call);
  const reversal = reverseTransfer(call.sandbox, transfer, {
    amountMinor: input.amount,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    cause: call.cause,
  });
  return done(showReversal(transfer, reversal));
}

/**
 * Takes a transfer back, what is left of it unless an amount (minor units) is named; `transfer.reversed` follows. Refused when
 * the account's balance does not cover it.
 */
function reverseTransfer(
  sandbox: Sandbox,
  transfer: StripeTransfer,
  input: {
    amountMinor: number | undefined;
    description: string | null;
    metadata: Record<string, string>;
    cause: Cause;
  },
): StripeReversal {
  const left = transfer.amountMinor - reversedOf(transfer);
  if (left === 0) throw new StripeProblem(400, { message: `Transfer ${transfer.id} has already been fully reversed.` });
  const amountMinor = input.amountMinor ?? left;
  if (amountMinor > left)
    throw invalidParam(
      'amount',
      `The reversal amount (${amountMinor}) is greater than what is left of the transfer (${left}).`,
      'amount_too_large',
    );
  const account = stripeOf(sandbox).accounts[transfer.destination];
  const balance = account?.balances[transfer.currency] ?? 0;
  if (!account || balance < amountMinor)
    throw new StripeProblem(400, {
      code: 'balance_insufficient',
      message: 'The connected account does not have sufficient funds in its Stripe balance to reverse this transfer.',
    });
  account.balances[transfer.currency] = balance - amountMinor;
  const available = availableOf(platformOf(sandbox, transfer.platformId), transfer.livemode);
  available[transfer.currency] = (available[transfer.currency] ?? 0) + amountMinor;
  const reversal: StripeReversal = {
    id: makeId(sandbox, 'trr_', 24),
    amountMinor,
    description: input.description,
    metadata: input.metadata,
    createdAt: sandbox.clock.iso(),
  };
  const previous = { amount_reversed: reversedOf(transfer), reversed: false };
  transfer.reversals.push(reversal);
  emitSnapshot(sandbox, { ...happeningOf(transfer), type: 'transfer.reversed', previous, cause: input.cause });
  sandbox.save();
  return reversal;
}

/** The same as a person does it in Stripe's dashboard; what Stripe refuses is refused in its words. */
export function reverseByHand(sandbox: Sandbox, transfer: StripeTransfer, amountMinor: number | undefined): void {
  try {
    reverseTransfer(sandbox, transfer, { amountMinor, description: null, metadata: {}, cause: NO_CAUSE });
  } catch (error) {
    if (error instanceof StripeProblem) throw new Refusal(error.message, [], error.body.code ?? 'INVALID');
    throw error;
  }
}

function listReversals(call: StripeCall): SandboxResponse {
  const wanted = readParams(z.strictObject(paging), call.params);
  const transfer = ownTransfer(call);
  return listPage(transfer.reversals.toReversed(), wanted, `/v1/transfers/${transfer.id}/reversals`, (reversal) =>
    showReversal(transfer, reversal),
  );
}

function retrieveReversal(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({ expand: expand().optional() }), call.params);
  const transfer = ownTransfer(call);
  const id = call.path['reversal'] ?? '';
  const reversal = transfer.reversals.find((candidate) => candidate.id === id);
  if (!reversal) throw missing('transfer reversal', id, 'id');
  return done(showReversal(transfer, reversal));
}
