import { dayOf, endOfDay, monthRange } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { VendorId } from '#app/core/ids.ts';
import { asCurrency, money, toDto, type Currency } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { findPayingKeys, type ProviderKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import { readBankAccountOf } from '#app/features/payouts/methods/bank-account/bank-account.service.server.ts';
import { mayChangeMethod } from '#app/features/payouts/methods/method-view.service.server.ts';
import { readVendorPaying, type VendorMethod } from '#app/features/payouts/methods/vendor-methods.service.server.ts';
import type { PayoutRules } from '#app/features/payouts/rules/payout-rules.ts';
import { toHoldDto } from '#app/features/payouts/holds/payout-holds.service.server.ts';
import { readPayoutRules } from '#app/features/payouts/rules/payout-rules.service.server.ts';
import { waitingDays } from '#app/features/payouts/rules/eligibility.ts';
import { requestedVendor } from '#app/features/finance/statements/balances.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { SALE_ROWS, fromSale, type FromSale } from './from-sale.ts';
import {
  entriesOfPayouts,
  mergeEntries,
  nextPayments,
  computeTotals,
  toNextActor,
  type Entry,
  type NextPayment,
} from './money-calendar.ts';
import type { CalendarQuery, CalendarDto, EntryDto, FromSaleDto } from './money-calendar.contract.ts';
import * as repo from './money-calendar.repo.server.ts';
import { entriesOfOrders, type Paying } from './open-money.ts';
import { payoutDays, shippingCuts } from './payout-days.ts';
import { toWeeks } from './weeks.ts';

/** A vendor's month by day. A foreign vendor is not_found (404), none invalid_state (409). */
export async function readCalendar(ctx: Ctx, query: CalendarQuery): Promise<CalendarDto> {
  const { timezone } = ctx.viewer.store;
  const now = ctx.clock.now();
  const today = dayOf(now, timezone);
  const month = query.month ?? today.slice(0, 'yyyy-mm'.length);
  const shown = toWeeks(month);
  const vendor = await requestedVendor(ctx, query.requestedVendor);
  const keys = await findPayingKeys(ctx, ctx.viewer.store.id);
  const bankAccount = await readBankAccountOf(ctx, vendor.id);
  return ctx.db.fast(vendor.scope, async (tx) => {
    const hasBankAccount = bankAccount.account !== null;
    const open = await readOpen(ctx, tx, { vendorId: vendor.id, keys, now, hasBankAccount });
    const times = { from: endOfDay(shown.from, timezone, -1), to: endOfDay(shown.to, timezone) };
    const payouts = entriesOfPayouts(await repo.sumPayouts(tx, { vendorId: vendor.id, timezone, ...times }));
    const posted = await repo.sumPosted(tx, { vendorId: vendor.id, ...monthRange(month, timezone) });
    const all = mergeEntries([...payouts, ...open.entries]);
    const isShown = ({ day }: Entry): boolean => day !== null && day >= shown.from && day <= shown.to;
    return {
      vendor: vendor.name,
      month,
      today,
      ...shown,
      entries: all.filter(isShown).map(entryToDto),
      others: all.filter((entry) => !isShown(entry)).map(entryToDto),
      totals: computeTotals(all).map(({ amountMinor, currency, ...one }) => ({
        ...one,
        amount: toMoneyDto(amountMinor, currency),
      })),
      next: nextPayments(all).map(({ day, amountMinor, currency }) => ({
        day,
        amount: toMoneyDto(amountMinor, currency),
      })),
      fromSale: fromSale(posted).map(saleToDto),
      paidTo: {
        ...computePaidTo(open.way, open.paying),
        mayChange: mayChangeMethod(ctx),
        bankAccountEnding: bankAccount.account?.lastFour ?? null,
      },
      onHold: open.onHold,
    };
  });
}

/** What a vendor is paid next by the store's schedule, by currency (nothing where a person pays), to which account, and whether it is held. */
export type NextPayout = { payments: NextPayment[] } & Pick<CalendarDto, 'paidTo' | 'onHold'>;

export async function readNextPayout(ctx: Ctx, vendorId: VendorId): Promise<NextPayout> {
  const { store } = ctx.viewer;
  const keys = await findPayingKeys(ctx, store.id);
  const now = ctx.clock.now();
  const bankAccount = await readBankAccountOf(ctx, vendorId);
  const { entries, way, paying, onHold } = await ctx.db.fast({ storeId: store.id, vendor: vendorId }, (tx) =>
    readOpen(ctx, tx, { vendorId, keys, now, hasBankAccount: bankAccount.account !== null }),
  );
  return {
    payments: nextPayments(mergeEntries(entries)),
    onHold,
    paidTo: {
      ...computePaidTo(way, paying),
      mayChange: mayChangeMethod(ctx),
      bankAccountEnding: bankAccount.account?.lastFour ?? null,
    },
  };
}

type Open = { entries: Entry[]; paying: Paying; way: VendorMethod | undefined; onHold: CalendarDto['onHold'] };

async function readOpen(
  ctx: Ctx,
  tx: SqlTx,
  o: { vendorId: VendorId; keys: ProviderKeys; now: Date; hasBankAccount: boolean },
): Promise<Open> {
  const { vendorId, keys, now, hasBankAccount } = o;
  const { currency, timezone } = ctx.viewer.store;
  const { rules } = await readPayoutRules(tx);
  const { method, hold } = await readVendorPaying(tx, keys, vendorId, now);
  const hasStripe = keys.stripe !== undefined;
  const paying = computePaying(rules, { way: method, hasStripe, hasBankAccount, now, timezone });
  const days = paying.by === 'schedule' ? paying.days : [];
  const cuts = shippingCuts(days, { now, waitingDays: waitingDays(rules) });
  const groups = await repo.sumOpenOrders(tx, { vendorId, cuts });
  return {
    entries: entriesOfOrders(groups, {
      rules,
      paying,
      now,
      currency: asCurrency(currency),
      isOnHold: hold !== undefined,
    }),
    paying,
    way: method,
    onHold: hold ? toHoldDto(tx, hold) : null,
  };
}

/** A schedule pays by Stripe alone: whom it does not reach is paid by a person, and so is who named a bank account. */
function computePaying(
  rules: PayoutRules,
  o: { way: VendorMethod | undefined; hasStripe: boolean; hasBankAccount: boolean; now: Date; timezone: string },
): Paying {
  const { way: method, now, timezone } = o;
  const isReached = method === undefined ? o.hasStripe && !o.hasBankAccount : method.method === 'stripe';
  if (rules.schedule.kind === 'off' || !isReached) return { by: 'hand' };
  const eligibleAt = now.getTime() + waitingDays(rules) * DAY_MS;
  const until = new Date(Math.max(eligibleAt, method?.heldUntil?.getTime() ?? 0));
  return {
    by: 'schedule',
    days: payoutDays(rules.schedule, { now, timezone, until }),
    refusal: method === undefined ? 'no_method' : method.refusal === 'details_changed' ? null : method.refusal,
    heldUntil: method?.heldUntil ?? null,
    isTest: method?.isTest ?? false,
  };
}

function computePaidTo(
  method: VendorMethod | undefined,
  { by }: Paying,
): Omit<CalendarDto['paidTo'], 'mayChange' | 'bankAccountEnding'> {
  if (!method) return { method: null, receiver: null, state: 'none', until: null, by };
  return {
    method: method.method,
    receiver: method.method === 'paypal' ? method.destination : null,
    state: method.refusal ?? 'ready',
    until: method.heldUntil?.toISOString() ?? null,
    by,
  };
}

const toMoneyDto = (amountMinor: bigint, currency: Currency): MoneyDto => toDto(money(amountMinor, currency));

function entryToDto({ values, amountMinor, currency, payoutId, ...entry }: Entry): EntryDto {
  const { until, minimumMinor, ...rest } = values;
  return {
    ...entry,
    values: {
      ...rest,
      ...(until ? { until: until.toISOString() } : {}),
      ...(minimumMinor === undefined ? {} : { minimum: toMoneyDto(minimumMinor, currency) }),
    },
    acts: toNextActor(entry.reason),
    amount: toMoneyDto(amountMinor, currency),
    payoutId: payoutId === null ? null : String(payoutId),
  };
}

function saleToDto({ currency, rows, earnedMinor }: FromSale): FromSaleDto {
  const sums = Object.fromEntries(SALE_ROWS.map((row) => [row, toMoneyDto(rows[row], currency)])) as Record<
    (typeof SALE_ROWS)[number],
    MoneyDto
  >;
  return { currency, ...sums, earned: toMoneyDto(earnedMinor, currency) };
}
