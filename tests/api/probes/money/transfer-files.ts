import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildBankAccount } from '#tests/factories/payouts/bank-accounts.ts';
import { api, program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

const OWN = { holder: 'Fjord & Field AS', iban: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A' };

/** A payout of the side's vendor that was recorded by hand; returns its id. */
async function buildRecorded({ store, vendor, admin }: Side): Promise<string> {
  if ((await program().owner.commissionList.count({ where: { storeId: store.id } })) === 0)
    await buildDefaultList(store);
  const order = await placeOrder(store, { currency: store.currency, lines: [{ vendor: vendor.name, price: '47.00' }] });
  const paid = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: vendor.name, orderId: String(order.id) }],
    methods: [{ vendor: vendor.name, method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: `Bank transfer for ${order.name}` },
  });
  return paid.as<{ results: { transactionId: string }[] }>().results[0]?.transactionId ?? '';
}

export const probes = defineProbes([
  { endpoint: 'transferFiles.account', request: () => ({}) },
  { endpoint: 'transferFiles.saveAccount', request: () => ({ body: OWN }) },
  {
    endpoint: 'transferFiles.plan',
    request: async (side) => ({ body: { payoutIds: [await buildRecorded(side)] } }),
    ids: ['body.payoutIds.*'],
    sharedInStore: ['body.payoutIds.*'],
  },
  {
    endpoint: 'transferFiles.export',
    request: async (side) => {
      await buildBankAccount(side.member, side.vendor.id, { isOld: true });
      return { body: { payoutIds: [await buildRecorded(side)], format: 'csv' } };
    },
    ids: ['body.payoutIds.*'],
    sharedInStore: ['body.payoutIds.*'],
  },
]);
