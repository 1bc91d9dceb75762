import { expect } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import { api, program } from '#tests/support/program.ts';
import { control } from './payment-providers.ts';
import type { BuiltUser } from '../people.ts';
import type { PaidVendor } from './provider-payouts.ts';
import type { sell } from './provider-payouts.ts';
import type { BuiltStore } from '../stores.ts';

/** What a call that pays says of each vendor. */
export type PayoutResult = {
  vendor: string;
  status: string;
  transactionId: string | null;
  reason: { code: string } | null;
};
type Sold = Awaited<ReturnType<typeof sell>>;

/** The lines of an order of one vendor, at a price. */
export const money = (price: string, { vendor }: PaidVendor) => ({ lines: [{ vendor: vendor.name, price }] });

/** What a call that pays names an order by. */
export const lineOf = (order: { name: string; id: number }, { vendor }: PaidVendor) => ({
  orderName: order.name,
  orderId: String(order.id),
  vendor: vendor.name,
});

/** Spoils one call to a provider, or one piece of its news. */
export const fault = (target: string, operation: string, more: object) =>
  control('POST', '/faults', { target, operation, times: 1, ...more });

/** Asks for a payout of one order each; what is said of each. */
export async function payOut(
  admin: BuiltUser,
  method: 'stripe' | 'paypal',
  ...sold: [Sold, PaidVendor][]
): Promise<PayoutResult[]> {
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: sold.map(([order, vendor]) => lineOf(order, vendor)),
    methods: sold.map(([, { vendor }]) => ({ vendor: vendor.name, method })),
  });
  expect(answer.status).toBe(200);
  return answer.as<{ results: PayoutResult[] }>().results;
}

/** The id of the payout that a result names. */
export const idOf = (results: PayoutResult[], index = 0): bigint => BigInt(results[index]?.transactionId ?? 0);

/** The transfers that Stripe has to an account. */
export const transfersOf = (accountId: string) =>
  control<{ id: string; amountMinor: number; reversedMinor: number }[]>(
    'GET',
    `/stripe/transfers?destination=${accountId}`,
  );

/** What stands in a store of its payouts. */
export const readLedger = (store: BuiltStore) => ({
  payoutOf: (id: bigint) => program().owner.payout.findFirstOrThrow({ where: { storeId: store.id, id } }),
  partOf: (order: { id: number }, { vendor }: PaidVendor) =>
    program().owner.vendorOrder.findFirstOrThrow({
      where: { storeId: store.id, orderId: BigInt(order.id), vendorId: vendor.id },
    }),
  /** The templates of the mails that told of a payout, oldest first. */
  mailsOf: async (id: bigint) =>
    (
      await program().owner.mail.findMany({
        where: { storeId: store.id, params: { path: ['payoutId'], equals: String(id) } },
        orderBy: { id: 'asc' },
      })
    ).map(({ template }) => template),
  /** What each account of the ledger holds of a payout, without those that hold nothing. */
  ledgerOf: async (id: bigint): Promise<Record<string, bigint>> => {
    const transactions = await program().owner.ledgerTransaction.findMany({
      where: { storeId: store.id, payoutId: id },
    });
    const rows = await program().owner.ledgerPosting.findMany({
      where: { storeId: store.id, transactionId: { in: transactions.map((one) => one.id) } },
    });
    const sums: Record<string, bigint> = {};
    for (const { account, amountMinor } of rows) sums[account] = (sums[account] ?? 0n) + amountMinor;
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
  },
  expectBalanced: async (): Promise<void> => {
    const { db } = program().container.services;
    expect(await db.fast(marketplaceScope(store.id), findBalanceDifferences)).toEqual([]);
  },
});
