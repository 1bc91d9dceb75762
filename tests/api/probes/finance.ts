import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { api, program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

const LIST = [
  { min: '0', max: '50', flat: '0.50', percentage: '15' },
  { min: '50', percentage: '12.5', constraint: null },
];

/** A paid order of the side's vendor; commissions are charged once the store has a list. */
async function buildOrder({ store, vendor }: Side) {
  if ((await program().owner.commissionList.count({ where: { storeId: store.id } })) === 0) {
    await buildDefaultList(store);
  }
  return placeOrder(store, { currency: store.currency, lines: [{ vendor: vendor.name, price: '47.00' }] });
}

async function buildPayment(side: Side) {
  const order = await buildOrder(side);
  return {
    payoutLines: [{ orderName: order.name, vendor: side.vendor.name, orderId: String(order.id) }],
    methods: [{ vendor: side.vendor.name, method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: `Bank transfer for ${order.name}` },
  };
}

type Paid = { results: { transactionId: string }[] };

export const probes = defineProbes([
  { endpoint: 'commissions.saveDefault', request: () => ({ body: { commissions: LIST } }) },
  {
    endpoint: 'commissions.saveVendor',
    request: ({ vendor }) => ({ body: { commissions: LIST, vendor: vendor.name } }),
    ids: ['body.vendor'],
    // An admin of the marketplace view sets the lists of all vendors of the store.
    sharedInStore: ['body.vendor'],
  },
  {
    endpoint: 'commissionDesk.whatIf',
    request: ({ vendor }) => ({ body: { commissions: LIST, vendor: vendor.name } }),
    ids: ['body.vendor'],
    // An admin of the marketplace view sets the lists of all vendors of the store.
    sharedInStore: ['body.vendor'],
  },
  {
    endpoint: 'commissions.override',
    request: async (side) => {
      const order = await buildOrder(side);
      return { body: { vendor: side.vendor.name, orderId: String(order.id), flat: '1', percentage: '20' } };
    },
    ids: ['body.vendor', 'body.orderId'],
  },
  {
    endpoint: 'transactions.list',
    request: ({ vendor }) => ({ query: { period: 'all', requestedVendor: vendor.name } }),
    ids: ['query.requestedVendor'],
  },
  {
    endpoint: 'payouts.prepare',
    request: async (side) => ({ body: { payoutLines: (await buildPayment(side)).payoutLines } }),
    ids: ['body.payoutLines.*.orderName', 'body.payoutLines.*.vendor', 'body.payoutLines.*.orderId'],
  },
  {
    endpoint: 'payouts.pay',
    request: async (side) => ({ body: await buildPayment(side) }),
    ids: [
      'body.payoutLines.*.orderName',
      'body.payoutLines.*.vendor',
      'body.payoutLines.*.orderId',
      'body.methods.*.vendor',
    ],
  },
  {
    endpoint: 'payouts.removeManual',
    request: async (side) => {
      const paid = await api(side.admin).post('/payment/v3/pay', await buildPayment(side));
      return { body: { transactionId: paid.as<Paid>().results[0]?.transactionId } };
    },
    ids: ['body.transactionId'],
    sharedInStore: ['body.transactionId'],
  },
]);
