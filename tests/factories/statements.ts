import { program } from '#tests/support/program.ts';
import { nextNumber } from './numbers.ts';
import type { BuiltStore, BuiltVendor } from './stores.ts';

/**
 * A sale as the ledger learnt it at a moment that is past, balanced, with the vendor's balance moved: what a clock that only
 * goes forward cannot make. Minor units.
 */
export async function postSale(o: {
  store: BuiltStore;
  vendor: BuiltVendor;
  at: Date;
  grossMinor: bigint;
  commissionMinor: bigint;
}): Promise<void> {
  const { owner } = program();
  const { store, vendor, at, grossMinor, commissionMinor } = o;
  const { currency } = store;
  const storeId = store.id;
  const payableMinor = grossMinor - commissionMinor;
  const transaction = await owner.ledgerTransaction.create({
    data: {
      storeId,
      reference: `past/${nextNumber()}`,
      kind: 'order',
      currency,
      source: { type: 'webhook', id: 'past' },
      occurredAt: at,
      recordedAt: at,
    },
  });
  const amounts: Record<string, bigint> = {
    buyer_receipts: -grossMinor,
    vendor_payable: payableMinor,
    commission: commissionMinor,
  };
  await owner.ledgerPosting.createMany({
    data: Object.entries(amounts).map(([account, amountMinor]) => ({
      storeId,
      transactionId: transaction.id,
      account,
      vendorId: vendor.id,
      amountMinor,
      currency,
      recordedAt: at,
    })),
  });
  const storeId_vendorId_currency = { storeId, vendorId: vendor.id, currency };
  await owner.vendorBalance.upsert({
    where: { storeId_vendorId_currency },
    create: { ...storeId_vendorId_currency, payableMinor },
    update: { payableMinor: { increment: payableMinor } },
  });
}
