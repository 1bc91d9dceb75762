import { invalidInput, stateRefuses } from '#app/core/errors.ts';
import { asVendorId, type VendorId } from '#app/core/ids.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { scopeOf, type Scope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { balancesAt, daysBetween, computeEnds, MAX_DAYS, todayIn } from './balance.ts';
import type { BalancesQuery, BalancesDto } from './statements.contract.ts';
import * as repo from './statements.repo.server.ts';

/** The vendor that is asked for, with the scope that sees nothing else, whoever asks. */
export type RequestedVendor = { id: VendorId; name: string; scope: Scope };

/** The vendor by its name, else the one that the viewer acts for. A foreign one is not_found (404), none invalid_state (409). */
export async function requestedVendor(ctx: Ctx, name: string | undefined): Promise<RequestedVendor> {
  const { store, vendorScope, vendorName } = ctx.viewer;
  if (name === undefined) {
    if (vendorScope === '*') throw stateRefuses('act_for_a_vendor');
    return { id: vendorScope, name: vendorName, scope: scopeOf(ctx.viewer) };
  }
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => resolvePastVendor(tx, name));
  const id = asVendorId(found.id);
  return { id, name: found.name, scope: { storeId: store.id, vendor: id } };
}

/**
 * What the ledger owed a vendor at the end of two days (the second is today unless it is named), by currency, with what each
 * day between them moved: first balance + days = second balance. By the time at which the ledger learnt it.
 */
export async function readBalances(ctx: Ctx, query: BalancesQuery): Promise<BalancesDto> {
  const { timezone, currency } = ctx.viewer.store;
  const today = todayIn(ctx.clock.now(), timezone);
  const { day, to = today } = query;
  const days = requestedDays(query, today);
  const vendor = await requestedVendor(ctx, query.requestedVendor);
  const found = await ctx.db.once(vendor.scope, (tx) =>
    repo.readPostedBetween(tx, computeEnds(days, timezone), [vendor.id]),
  );
  const none: repo.PostedBetween = {
    vendorId: vendor.id,
    currency: asCurrency(currency),
    nowMinor: 0n,
    sums: [0n, ...days.map(() => 0n)],
    touched: new Set(),
  };
  return {
    vendor: vendor.name,
    day,
    to,
    balances: (found.length > 0 ? found : [none]).map((one) => toBalance(one, days)),
  };
}

/** The days of a question, which ends in the past or today and begins before it ends (422). */
function requestedDays({ day, to }: BalancesQuery, today: string): string[] {
  const path = to === undefined ? 'day' : 'to';
  if ((to ?? day) > today) throw invalidInput([{ path, rule: 'future', message: rule('not_in_future') }]);
  const days = daysBetween(day, to ?? today);
  if (days) return days;
  throw invalidInput([{ path, rule: 'days_apart', message: rule('days_apart', { maximum: MAX_DAYS }) }]);
}

function toBalance(one: repo.PostedBetween, days: readonly string[]): BalancesDto['balances'][number] {
  const toMoneyDto = (minor: bigint) => toDto(money(minor, one.currency));
  const balances = balancesAt(one.nowMinor, one.sums);
  const moved = days.map((day, index) => ({ day, minor: one.sums[index] ?? 0n, balanceMinor: balances[index] ?? 0n }));
  return {
    currency: one.currency,
    balance: toMoneyDto(balances[0] ?? 0n),
    balanceTo: toMoneyDto(balances.at(-1) ?? 0n),
    // What stands before the first bound is no part of the question.
    days: moved
      .slice(1)
      .filter(({ minor }) => minor !== 0n)
      .map(({ day, minor, balanceMinor }) => ({ day, change: toMoneyDto(minor), balance: toMoneyDto(balanceMinor) })),
  };
}
