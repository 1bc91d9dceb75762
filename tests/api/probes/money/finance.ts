import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { encodeCursor } from '#app/core/paging.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildSecondAdmin, type BuiltUser } from '#tests/factories/people.ts';
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

/** A payout of the side's vendor that somebody asked for and that waits for another person; returns its id. */
async function buildRequest(side: Side, requester: BuiltUser): Promise<string> {
  const body = await buildPayment(side);
  const { token } = (await api(side.admin).post('/payment/v3/prepare', body)).as<{ token: string }>();
  const orderId = BigInt(body.payoutLines[0]?.orderId ?? 0);
  const part = await program().owner.vendorOrder.findFirstOrThrow({ where: { storeId: side.store.id, orderId } });
  const at = program().clock.now();
  const amount = { amount: '10.00', currency: side.store.currency };
  const row = await program().owner.payoutRequest.create({
    data: {
      storeId: side.store.id,
      fingerprint: `probe/${part.id}`,
      call: { ids: [String(part.id)], methods: [[String(side.vendor.id), 'manual']], byHand: body.manual, token },
      shown: {
        why: 'above',
        limit: amount,
        totals: [amount],
        byHand: body.manual,
        parts: [
          {
            vendorId: String(side.vendor.id),
            vendor: side.vendor.name,
            method: 'manual',
            amount,
            test: false,
            lineCount: 0,
            lines: [],
          },
        ],
      },
      answer: { results: [], basis: 'token' },
      requestedBy: { kind: 'person', id: String(requester.id), name: 'Somebody', role: 'admin' },
      requestedAt: at,
      expiresAt: new Date(at.getTime() + HOUR_MS),
    },
  });
  return String(row.id);
}

/** A payout of the side's vendor by PayPal that nobody can look up any more; returns its id. */
async function buildLost(side: Side): Promise<string> {
  const paid = await api(side.admin).post('/payment/v3/pay', await buildPayment(side));
  const id = BigInt(paid.as<Paid>().results[0]?.transactionId ?? 0);
  const createdAt = new Date(program().clock.now().getTime() - 31 * DAY_MS);
  const method = { method: 'paypal', providerAccount: 'probe', destinationType: 'EMAIL' };
  const lost = { ...method, state: 'unknown', attempts: 1, paidAt: null, createdAt };
  await program().owner.payout.updateMany({ where: { storeId: side.store.id, id }, data: lost });
  return String(id);
}

/** A request of another person of the side's store. */
const requestOfOther = async (side: Side) => ({
  params: { id: await buildRequest(side, await buildSecondAdmin(side.store)) },
});
const idOfStore = { ids: ['params.id'], sharedInStore: ['params.id'] } as const;

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
    endpoint: 'commissionEditor.whatIf',
    request: ({ vendor }) => ({ body: { commissions: LIST, vendor: vendor.name } }),
    ids: ['body.vendor'],
    // An admin of the marketplace view sets the lists of all vendors of the store.
    sharedInStore: ['body.vendor'],
  },
  {
    endpoint: 'commissionEditor.compareFlags',
    request: () => ({
      body: {
        financeConfig: {
          includeDiscount: true,
          includeShipping: true,
          includeTax: true,
          shippingInPayout: true,
          discountInPayout: true,
          taxInPayout: true,
        },
        cursor: encodeCursor({ at: new Date('2026-11-01T00:00:00Z'), id: 1n }),
      },
    }),
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
    endpoint: 'transactions.export',
    request: ({ vendor }) => ({ body: { period: 'all', requestedVendor: vendor.name } }),
    ids: ['body.requestedVendor'],
  },
  {
    endpoint: 'transactions.adminExport',
    request: ({ vendor }) => ({ params: { report: 'sales-report' }, body: { requestedVendor: vendor.name } }),
    ids: ['body.requestedVendor'],
    // An admin reports on all vendors of the store, whichever it acts for.
    sharedInStore: ['body.requestedVendor'],
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
  {
    endpoint: 'payouts.resolve',
    request: async (side) => ({
      params: { id: await buildLost(side) },
      body: { outcome: 'never_left', note: 'Not in the account of PayPal' },
    }),
    ...idOfStore,
  },
  { endpoint: 'payouts.requests', request: () => ({ query: { page: '1' } }) },
  { endpoint: 'payouts.request', request: requestOfOther, ...idOfStore },
  { endpoint: 'payouts.approve', request: requestOfOther, ...idOfStore },
  {
    endpoint: 'payouts.decline',
    request: async (side) => ({ ...(await requestOfOther(side)), body: { note: 'Not now' } }),
    ...idOfStore,
  },
  {
    endpoint: 'payouts.withdraw',
    request: async (side) => ({ params: { id: await buildRequest(side, side.admin) } }),
    ...idOfStore,
  },
  { endpoint: 'dashboard.read', request: () => Promise.resolve({ query: { from: '2026-11-01', to: '2026-11-20' } }) },
  { endpoint: 'dashboard.export', request: () => Promise.resolve({ body: { from: '2026-11-01', to: '2026-11-20' } }) },
]);
