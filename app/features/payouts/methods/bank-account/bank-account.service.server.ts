import { z } from 'zod';
import { HOUR_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asVendorId, type VendorId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { isSamePerson } from '#app/platform/payout-rights/payer.ts';
import {
  assertMayDecide,
  assertMayPayOut,
  listPayers,
} from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { requireVendor as requireVendorOfStore } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findWaitsFor } from '../destination-approval.service.server.ts';
import { mayChangeMethod, requireVendor } from '../method-view.service.server.ts';
import { toOnHoldUntil } from '../payout-method.ts';
import { requireOwner } from '../register.service.server.ts';
import { BANK_ACCOUNT_KINDS, isSameAccount, maskNumber, toLastFour, type BankAccount } from './bank-account.ts';
import type { BankAccountDto, BankAccountView, FullBankAccount } from './bank-account.contract.ts';
import * as repo from './bank-account.repo.server.ts';

/** The acting vendor's account for manual payouts, without its number. Throws invalid_state (409) in the marketplace view. */
export async function readBankAccount(ctx: Ctx): Promise<BankAccountView> {
  return readBankAccountOf(ctx, requireVendor(ctx));
}

/** The same of one vendor of the scope. */
export async function readBankAccountOf(ctx: Ctx, vendorId: VendorId): Promise<BankAccountView> {
  const row = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.findBankAccount(tx, vendorId));
  return { account: row ? toDto(ctx, row) : null, mayChange: mayChangeMethod(ctx) };
}

/** The accounts of some vendors of the scope by their ids, without the numbers. */
export async function listBankAccounts(
  ctx: Ctx,
  vendorIds: readonly string[],
): Promise<Record<string, BankAccountDto>> {
  if (vendorIds.length === 0) return {};
  const rows = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listBankAccounts(tx, vendorIds.map(BigInt)));
  return Object.fromEntries(rows.map((row) => [String(row.vendorId), toDto(ctx, row)]));
}

/**
 * Enters the acting vendor's account in the place of an earlier one, tells its people and holds the number back for a while.
 * The same account again changes nothing. Throws invalid_state (409) for admins, missing_permission (403) for staff.
 */
export async function saveBankAccount(ctx: Ctx, account: BankAccount): Promise<BankAccountView> {
  const vendorId = requireOwner(ctx);
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await repo.lockBankAccount(tx, vendorId);
    const row = await repo.findBankAccount(tx, vendorId);
    const before = row && openAccount(ctx, row);
    if (before && isSameAccount(before, account)) return;
    const at = ctx.clock.now();
    const waitsFor = await findWaitsFor(tx, ctx.viewer.actor, at);
    const encrypted = ctx.vault.sealText(JSON.stringify(account));
    await repo.saveBankAccount(tx, { vendorId, encrypted, detailsChangedAt: at, waitsFor });
    await recordChange(ctx, tx, vendorId, [before ? 'bank' : 'none', 'bank']);
  });
  return readBankAccountOf(ctx, vendorId);
}

/** Forgets the acting vendor's account; once more changes nothing. Throws as `saveBankAccount` does. */
export async function removeBankAccount(ctx: Ctx): Promise<BankAccountView> {
  const vendorId = requireOwner(ctx);
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await repo.lockBankAccount(tx, vendorId);
    if (await repo.deleteBankAccount(tx, vendorId)) await recordChange(ctx, tx, vendorId, ['bank', 'none']);
  });
  return readBankAccountOf(ctx, vendorId);
}

/**
 * The whole account of a vendor, for somebody who pays it manually; who read it is recorded. Throws missing_permission (403),
 * not_found (404), invalid_state (409) while the details are new or wait for another person.
 */
export async function revealBankAccount(ctx: Ctx, vendorId: VendorId): Promise<FullBankAccount> {
  await assertMayPayOut(ctx);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireVendorOfStore(tx, vendorId);
    const row = await repo.findBankAccount(tx, vendorId);
    if (!row) throw new AppError('not_found');
    const at = ctx.clock.now();
    if (row.waitsFor) throw stateRefuses('bank_details_unapproved');
    const leftMs = toOnHoldUntil(row.detailsChangedAt).getTime() - at.getTime();
    if (leftMs > 0) throw stateRefuses('bank_details_on_hold', { hours: Math.ceil(leftMs / HOUR_MS) });
    await recordAudit(tx, [{ ...buildAudit(ctx, vendorId, at), action: 'vendor.bank_account.revealed', detail: {} }]);
    return openAccount(ctx, row);
  });
}

/** A vendor's account for a transfer, or why it is withheld although there is one. */
export type TransferDestination = {
  account: BankAccount | null;
  withheld: 'details_unapproved' | 'details_changed' | null;
};

/**
 * The whole accounts of some vendors by their ids, for transfers to them; those without one are missing. The rules of
 * `revealBankAccount` hold: who asks may pay out, and what is new or waits for another person is withheld.
 */
export async function openTransferDestinations(
  ctx: Ctx,
  tx: SqlTx,
  vendorIds: readonly bigint[],
): Promise<Map<bigint, TransferDestination>> {
  await assertMayPayOut(ctx);
  const now = ctx.clock.now();
  const rows = await repo.listBankAccounts(tx, vendorIds);
  return new Map(
    rows.map((row) => {
      const isOnHold = toOnHoldUntil(row.detailsChangedAt) > now;
      const withheld = row.waitsFor ? 'details_unapproved' : isOnHold ? 'details_changed' : null;
      return [row.vendorId, { account: withheld === null ? openAccount(ctx, row) : null, withheld }];
    }),
  );
}

/** Notes in the logs of vendors that their accounts were handed out in a file of transfers, each with its payout. */
export async function recordTransferExport(
  ctx: Ctx,
  tx: SqlTx,
  exported: readonly { vendorId: bigint; payoutId: string; format: string }[],
): Promise<void> {
  const at = ctx.clock.now();
  await recordAudit(
    tx,
    exported.map(({ vendorId, payoutId, format }) => ({
      ...buildAudit(ctx, asVendorId(vendorId), at),
      action: 'vendor.bank_account.exported',
      detail: { payout: payoutId, format },
    })),
  );
}

/**
 * Releases an account that waits, for another person than the one whose invitation it waits for. `seen` is when the details
 * changed that were shown. Throws as `approveDestination` does.
 */
export async function approveBankAccount(ctx: Ctx, vendorId: VendorId, seen: Date): Promise<BankAccountView> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireVendorOfStore(tx, vendorId);
    await repo.lockBankAccount(tx, vendorId);
    const row = await repo.findBankAccount(tx, vendorId);
    if (!row) throw new AppError('not_found');
    if (row.detailsChangedAt.getTime() !== seen.getTime()) throw new AppError('conflict');
    if (!row.waitsFor) return;
    const payers = await listPayers(tx);
    const at = ctx.clock.now();
    if (isSamePerson(payers, actor, row.waitsFor)) throw stateRefuses('own_invitation');
    await assertMayDecide(tx, payers, actor, at);
    await repo.releaseBankAccount(tx, vendorId);
    await recordAudit(tx, [
      {
        ...buildAudit(ctx, vendorId, at),
        action: 'vendor.payout_method.approved',
        detail: { invitedBy: row.waitsFor.name },
      },
    ]);
  });
  return readBankAccountOf(ctx, vendorId);
}

/** Whether a vendor entered an account for manual payouts. */
export async function hasBankAccount(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  return (await repo.findBankAccount(tx, vendorId)) !== undefined;
}

/** Forgets the account of a deleted vendor, in the transaction of its deletion. */
export async function forgetBankAccount(tx: SqlTx, vendorId: bigint): Promise<void> {
  await repo.deleteBankAccount(tx, vendorId);
}

const storedAccount = z.object({
  kind: z.enum(BANK_ACCOUNT_KINDS),
  holder: z.string(),
  accountNumber: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
});

function openAccount({ vault }: Pick<Ctx, 'vault'>, { encrypted }: repo.BankAccountRow): BankAccount {
  return storedAccount.parse(JSON.parse(vault.openText(encrypted)));
}

function toDto(ctx: Ctx, row: repo.BankAccountRow): BankAccountDto {
  const { kind, holder, accountNumber, bankName } = openAccount(ctx, row);
  const onHoldUntil = toOnHoldUntil(row.detailsChangedAt);
  return {
    kind,
    holder,
    lastFour: toLastFour(accountNumber),
    masked: maskNumber({ kind, accountNumber }),
    bankName,
    detailsChangedAt: row.detailsChangedAt.toISOString(),
    heldUntil: onHoldUntil > ctx.clock.now() ? onHoldUntil.toISOString() : null,
    waitsForApproval: row.waitsFor ? { invitedBy: row.waitsFor.name } : null,
  };
}

const buildAudit = (ctx: Ctx, vendorId: VendorId, at: Date) => ({
  subject: 'vendor' as const,
  subjectId: String(vendorId),
  vendorId,
  actor: ctx.viewer.actor,
  at,
});

/** The vendor's log and its people: that the account changed, and never where the money goes. */
async function recordChange(
  ctx: Ctx,
  tx: SqlTx,
  vendorId: VendorId,
  method: readonly ['bank' | 'none', 'bank' | 'none'],
): Promise<void> {
  const at = ctx.clock.now();
  await recordAudit(tx, [
    { ...buildAudit(ctx, vendorId, at), action: 'vendor.bank_account.changed', detail: { way: method } },
  ]);
  await queueMails(tx, ctx, [
    {
      dedupeKey: `bank-account/${vendorId}/${at.toISOString()}`,
      template: 'vendor-payout-details-changed',
      audience: { kind: 'vendor', vendorId },
      params: { vendorId: String(vendorId), way: 'bank', at: at.toISOString() },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
