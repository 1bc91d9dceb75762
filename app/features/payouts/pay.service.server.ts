import { randomUUID } from 'node:crypto';
import { AppError } from '#app/core/errors.ts';
import { money, toWire } from '#app/core/money.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { buildManualPayout, type PayoutMethod } from '#app/features/ledger/ledger.ts';
import { recordTransactions } from '#app/features/ledger/ledger.service.server.ts';
import { mayStaffPayOut } from '#app/features/stores/staff.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { isUniqueViolation, type SqlTx } from '#app/server/db.server.ts';
import { allocate, reasonOf, tokenOf, toPreparation, type Allocation } from './allocation.service.server.ts';
import { fingerprintOf, readManual, resolveLines, resolveMethods } from './pay-request.service.server.ts';
import { readPayable } from './payable.repo.server.ts';
import { methodRefusal } from './payout.ts';
import type { PayInput, PayOutcome, PayoutLineInput, PayResult, Preparation } from './payouts.contract.ts';
import * as repo from './payouts.repo.server.ts';

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
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const ids = await resolveLines(tx, lines);
    return toPreparation(allocate(await readPayable(tx, [...ids], { lock: false }), ids), ctx.viewer.store.currency);
  });
}

/**
 * Pays vendors by hand, each with a result of its own. Amounts are computed anew under lock; with a token, any that changed
 * refuses the whole call (409 amount_changed). An identical call while its payouts are live answers its stored results.
 */
export async function pay(ctx: Ctx, input: PayInput): Promise<PayOutcome> {
  await assertMayPayOut(ctx);
  const { viewer } = ctx;
  const { ids, methods } = await ctx.db.fast(scopeOf(viewer), async (tx) => ({
    ids: await resolveLines(tx, input.payoutLines),
    methods: await resolveMethods(tx, input.methods),
  }));
  const now = ctx.clock.now();
  const isManual = [...methods.values()].includes('manual');
  const manual = isManual ? readManual(input.manual, now, viewer.store.timezone) : undefined;
  const fingerprint = fingerprintOf(viewer, ids, methods, input);
  try {
    return await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
      await repo.lockRun(tx, fingerprint);
      const stored = await repo.findLiveRun(tx, fingerprint);
      if (stored) return stored as PayOutcome;
      const allocations = allocate(await readPayable(tx, [...ids], { lock: true }), ids);
      if (input.token !== undefined && input.token !== tokenOf(allocations)) throw new AppError('amount_changed');
      const runId = randomUUID();
      const payable = allocations.filter((one) => refusalOf(one, methods) === null);
      const made = manual
        ? await payByHand(ctx, tx, payable, { ...manual, runId, now })
        : new Map<Allocation, bigint>();
      const outcome: PayOutcome = {
        results: allocations.map((one) => toResult(one, methods, made.get(one))),
        basis: input.token === undefined ? 'due_now' : 'token',
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

function refusalOf(allocation: Allocation, methods: ReadonlyMap<string, PayoutMethod>) {
  return allocation.refusal ?? methodRefusal(methods.get(allocation.vendorId));
}

function toResult(
  allocation: Allocation,
  methods: ReadonlyMap<string, PayoutMethod>,
  payoutId: bigint | undefined,
): PayResult {
  const refusal = refusalOf(allocation, methods);
  return {
    vendor: allocation.vendor,
    status: payoutId === undefined ? 'refused' : 'paid',
    method: methods.get(allocation.vendorId) ?? null,
    amount: toWire(money(allocation.totalMinor, allocation.currency)),
    lineCount: allocation.lines.length,
    transactionId: payoutId === undefined ? null : String(payoutId),
    reason: refusal && reasonOf(refusal),
  };
}

/** Writes the payouts with their lines, ledger entries and audit rows. Returns the payout of each allocation. */
async function payByHand(
  ctx: Ctx,
  tx: SqlTx,
  allocations: readonly Allocation[],
  o: { paidAt: Date; details: string; runId: string; now: Date },
): Promise<Map<Allocation, bigint>> {
  if (allocations.length === 0) return new Map();
  const { actor } = ctx.viewer;
  const ids = await repo.insertManualPayouts(
    tx,
    allocations.map((one) => ({
      vendorId: BigInt(one.vendorId),
      currency: one.currency,
      amountMinor: one.totalMinor,
      lines: one.lines.map((line) => ({
        vendorOrderId: one.rows.get(line.orderId)?.id ?? 0n,
        orderId: BigInt(line.orderId),
        amountMinor: line.amountMinor,
      })),
    })),
    { runId: o.runId, paidAt: o.paidAt, details: o.details, actor, at: o.now },
  );
  const made = allocations.map((allocation, index) => ({ allocation, id: ids[index] ?? 0n }));
  await recordTransactions(
    tx,
    made.map(({ allocation: { vendorId, currency, lines }, id }) => ({
      ...buildManualPayout({ payoutId: String(id), method: 'manual', vendorId, currency, lines }, o.paidAt),
      vendorId: BigInt(vendorId),
      payoutId: id,
    })),
    o.now,
  );
  await recordAudit(
    tx,
    made.map(({ allocation, id }) => ({
      subject: 'payout',
      subjectId: String(id),
      vendorId: BigInt(allocation.vendorId),
      action: 'payout.paid',
      actor,
      detail: {
        method: 'manual',
        amount: toWire(money(allocation.totalMinor, allocation.currency)),
        paidAt: o.paidAt.toISOString(),
        lines: allocation.lines.length,
      },
      at: o.now,
    })),
  );
  return new Map(made.map(({ allocation, id }) => [allocation, id]));
}
