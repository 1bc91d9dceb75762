import { z } from 'zod';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripeAccount, StripePlatform, StripeTransfer } from '../../core/state-stripe.ts';
import { makeId, spell } from '../identifiers.ts';
import { canReceive } from './account-views.ts';
import { done, listPage } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { isCurrency, mayTransfer } from './countries.ts';
import { emitSnapshot } from './events.ts';
import { created, expand, integer, isWithin, metadata, paging, readParams, secondsOf, text } from './params.ts';
import { availableOf, stripeOf } from './platforms.ts';
import { missing, StripeProblem } from './problem.ts';

/** Transfers from the platform's balance to connected accounts. */
export const transferOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v1/transfers', name: 'transfers.create', run: createTransfer },
  { method: 'GET', pattern: '/v1/transfers', name: 'transfers.list', run: listTransfers },
  { method: 'GET', pattern: '/v1/transfers/{id}', name: 'transfers.retrieve', run: retrieveTransfer },
  { method: 'POST', pattern: '/v1/transfers/{id}', name: 'transfers.update', run: updateTransfer },
];

const SHOWN_REVERSALS = 10;

const creation = z.strictObject({
  amount: integer(1, 99_999_999_999),
  currency: text(3).refine((value) => isCurrency(value.toLowerCase()), {
    error: (issue) => `Invalid currency: ${String(issue.input)}.`,
  }),
  destination: text(),
  description: text().optional(),
  metadata: metadata().optional(),
  source_transaction: z
    .string()
    .refine(() => false, { error: 'not implemented in the sandbox: source_transaction' })
    .optional(),
  source_type: z.enum(['bank_account', 'card', 'fpx']).optional(),
  transfer_group: text().optional(),
  expand: expand().optional(),
});

function createTransfer(call: StripeCall): SandboxResponse {
  const input = readParams(creation, call.params);
  const { sandbox, platform, livemode } = call;
  const currency = input.currency.toLowerCase();
  const account = destinationOf(call, input.destination);
  assertCanReceive(platform, account);
  const available = availableOf(platform, livemode);
  if ((available[currency] ?? 0) < input.amount) throw insufficientBalance(livemode);
  available[currency] = (available[currency] ?? 0) - input.amount;
  account.balances[currency] = (account.balances[currency] ?? 0) + input.amount;
  const transfer: StripeTransfer = {
    id: makeId(sandbox, 'tr_', 24),
    platformId: platform.id,
    livemode,
    amountMinor: input.amount,
    currency,
    destination: account.id,
    description: input.description ?? null,
    transferGroup: input.transfer_group ?? null,
    metadata: input.metadata ?? {},
    reversals: [],
    createdAt: sandbox.clock.iso(),
  };
  stripeOf(sandbox).transfers[transfer.id] = transfer;
  emitSnapshot(sandbox, { ...happeningOf(transfer), type: 'transfer.created', cause: call.cause });
  return done(showTransfer(transfer));
}

function destinationOf(call: StripeCall, id: string): StripeAccount {
  const account = stripeOf(call.sandbox).accounts[id];
  if (account?.platformId !== call.platform.id) throw missing('destination', id, 'destination', 400);
  if (account.livemode === call.livemode) return account;
  const [other, used] = account.livemode ? ['live', 'test'] : ['test', 'live'];
  throw new StripeProblem(400, {
    code: 'resource_missing',
    message: `No such destination: '${id}'; a similar object exists in ${other} mode, but a ${used} mode key was used to make this request.`,
    param: 'destination',
  });
}

function assertCanReceive(platform: StripePlatform, account: StripeAccount): void {
  if (!canReceive(account))
    throw new StripeProblem(400, {
      code: 'insufficient_capabilities_for_transfer',
      message:
        'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    });
  const country = account.country ?? platform.country;
  if (!mayTransfer(platform.country, country))
    throw new StripeProblem(400, {
      code: 'transfers_not_allowed',
      message: `Funds can't be sent to accounts located in ${country} because it's restricted outside of your platform's region. To learn more, see https://stripe.com/docs/connect/account-capabilities#transfers-cross-border`,
      param: 'destination',
    });
}

/** The refusal of a transfer that the available balance does not cover. */
function insufficientBalance(livemode: boolean): StripeProblem {
  return new StripeProblem(400, {
    code: 'balance_insufficient',
    message: livemode
      ? 'You have insufficient available funds in your Stripe account.'
      : 'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
  });
}

/** What an event about a transfer says: the transfer as it is, of its platform and mode. */
export function happeningOf(transfer: StripeTransfer): { platformId: string; livemode: boolean; object: unknown } {
  return { platformId: transfer.platformId, livemode: transfer.livemode, object: showTransfer(transfer) };
}

/** What of a transfer was taken back. */
export function reversedOf(transfer: StripeTransfer): number {
  return transfer.reversals.reduce((sum, reversal) => sum + reversal.amountMinor, 0);
}

/** A transfer as v1 shows it. */
export function showTransfer(transfer: StripeTransfer): Record<string, unknown> {
  const reversed = reversedOf(transfer);
  const url = `/v1/transfers/${transfer.id}/reversals`;
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amountMinor,
    amount_reversed: reversed,
    balance_transaction: `txn_${spell(`${transfer.id} balance`, 24)}`,
    created: secondsOf(transfer.createdAt),
    currency: transfer.currency,
    description: transfer.description,
    destination: transfer.destination,
    destination_payment: `py_${spell(`${transfer.id} payment`, 24)}`,
    livemode: transfer.livemode,
    metadata: transfer.metadata,
    reversals: {
      object: 'list',
      data: transfer.reversals
        .toReversed()
        .slice(0, SHOWN_REVERSALS)
        .map((reversal) => showReversal(transfer, reversal)),
      has_more: transfer.reversals.length > SHOWN_REVERSALS,
      total_count: transfer.reversals.length,
      url,
    },
    reversed: reversed === transfer.amountMinor,
    source_transaction: null,
    source_type: 'card',
    transfer_group: transfer.transferGroup,
  };
}

/** A reversal as v1 shows it. */
export function showReversal(
  transfer: StripeTransfer,
  reversal: StripeTransfer['reversals'][number],
): Record<string, unknown> {
  return {
    id: reversal.id,
    object: 'transfer_reversal',
    amount: reversal.amountMinor,
    balance_transaction: `txn_${spell(`${reversal.id} balance`, 24)}`,
    created: secondsOf(reversal.createdAt),
    currency: transfer.currency,
    destination_payment_refund: `pyr_${spell(`${reversal.id} refund`, 24)}`,
    metadata: reversal.metadata,
    source_refund: null,
    transfer: transfer.id,
  };
}

/** A transfer of the caller's platform and mode, or Stripe's 404. */
export function ownTransfer(call: StripeCall): StripeTransfer {
  const id = call.path['id'] ?? '';
  const transfer = stripeOf(call.sandbox).transfers[id];
  if (transfer?.platformId !== call.platform.id || transfer.livemode !== call.livemode)
    throw missing('transfer', id, 'id');
  return transfer;
}

/** A transfer by its id, for control calls and pages; refused when there is none. */
export function transferById(sandbox: Sandbox, id: string): StripeTransfer {
  const transfer = stripeOf(sandbox).transfers[id];
  if (!transfer) throw new Refusal(`There is no transfer ${id}.`, ['id'], 'NOT_FOUND');
  return transfer;
}

function listTransfers(call: StripeCall): SandboxResponse {
  const wanted = readParams(
    z.strictObject({
      ...paging,
      created: created().optional(),
      destination: text().optional(),
      transfer_group: text().optional(),
    }),
    call.params,
  );
  const found = Object.values(stripeOf(call.sandbox).transfers).filter(
    (transfer) =>
      transfer.platformId === call.platform.id &&
      transfer.livemode === call.livemode &&
      (wanted.destination === undefined || transfer.destination === wanted.destination) &&
      (wanted.transfer_group === undefined || transfer.transferGroup === wanted.transfer_group) &&
      isWithin(transfer.createdAt, wanted.created),
  );
  return listPage(found.toReversed(), wanted, '/v1/transfers', showTransfer);
}

function retrieveTransfer(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({ expand: expand().optional() }), call.params);
  return done(showTransfer(ownTransfer(call)));
}

function updateTransfer(call: StripeCall): SandboxResponse {
  const input = readParams(
    z.strictObject({ description: text().optional(), metadata: metadata().optional(), expand: expand().optional() }),
    call.params,
  );
  const transfer = ownTransfer(call);
  const previous = { description: transfer.description, metadata: transfer.metadata };
  transfer.description = input.description ?? transfer.description;
  transfer.metadata = Object.fromEntries(
    Object.entries({ ...transfer.metadata, ...input.metadata }).filter(([, value]) => value !== ''),
  );
  emitSnapshot(call.sandbox, { ...happeningOf(transfer), type: 'transfer.updated', previous, cause: call.cause });
  return done(showTransfer(transfer));
}
