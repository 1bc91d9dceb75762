import { expect } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { StoreId } from '#app/core/ids.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import { program } from '../program.ts';

/** Every transaction of a store's ledger sums to zero, and each balance is the sum of its postings. */
export async function expectBalanced({ store }: { store: { id: StoreId } }): Promise<void> {
  const sums = await program().owner.ledgerPosting.groupBy({
    by: ['transactionId', 'currency'],
    where: { storeId: store.id },
    _sum: { amountMinor: true },
  });
  expect(sums.filter((sum) => sum._sum.amountMinor !== 0n)).toEqual([]);
  const { db } = program().container.services;
  expect(await db.fast(marketplaceScope(store.id), findBalanceDifferences)).toEqual([]);
}
