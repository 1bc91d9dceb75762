import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

/** A paid order of two pieces of the side's vendor, with the id of its line. */
async function buildSale({ store, vendor }: Side, more: object = {}): Promise<{ orderId: string; lineId: string }> {
  const sold = await sellOrder([{ vendor: vendor.name, title: 'Probed mug', price: '20.00', quantity: 2 }], {
    more: { shop: store.domain, ...more },
  });
  const line = await program().owner.orderLine.findFirstOrThrow({
    where: { storeId: store.id, orderId: BigInt(sold.id), vendorId: vendor.id },
  });
  return { orderId: sold.id, lineId: String(line.id) };
}

/** The shipping of one sale in the side's own name, which has not begun or has ended. */
async function buildBulk(side: Side, isEnded = false): Promise<{ batchId: string }> {
  const { orderId } = await buildSale(side);
  const started = await api(side.member).post('/orders/bulk-fulfill', { orders: [{ id: orderId }] });
  const batchId = started.as<{ id: string }>().id;
  if (isEnded) {
    await program().owner.batch.update({
      where: { id: BigInt(batchId) },
      data: { finishedAt: program().clock.now() },
    });
  }
  return { batchId };
}

/** A sale of which the member shipped one piece, with the id of the fulfillment. */
async function buildFulfillment(side: Side): Promise<{ orderId: string; fulfillmentId: string }> {
  const { orderId, lineId } = await buildSale(side);
  const sent = await api(side.member).post(`/orders/${orderId}/fulfill`, { lineItems: [{ id: lineId, quantity: 1 }] });
  const [fulfillment] = sent.as<{ fulfillments: { fulfillments: string[] }[] }>().fulfillments;
  return { orderId, fulfillmentId: fulfillment?.fulfillments[0] ?? '' };
}

const REF = ['params.orderId', 'params.fulfillmentId'];

export const probes = defineProbes([
  {
    endpoint: 'orders.comments',
    request: async (side) => ({ params: { orderId: (await buildSale(side)).orderId } }),
    ids: ['params.orderId'],
  },
  {
    endpoint: 'orders.comment',
    request: async (side) => ({
      params: { orderId: (await buildSale(side)).orderId },
      body: { text: 'Packed today.', vendor: side.vendor.name },
    }),
    ids: ['params.orderId', 'body.vendor'],
  },
  {
    endpoint: 'orders.remind',
    request: async (side) => ({
      body: { orders: [{ orderId: (await buildSale(side)).orderId, vendor: String(side.vendor.id) }] },
    }),
    ids: ['body.orders.0.orderId', 'body.orders.0.vendor'],
  },
  { endpoint: 'pastOrders.read', request: () => ({}) },
  {
    endpoint: 'pastOrders.control',
    request: async ({ store }) => {
      const load = { run: 1, phase: 'orders', startedAt: program().clock.now(), finishedAt: null, stoppedAt: null };
      await program().owner.pastOrderLoad.upsert({
        where: { storeId: store.id },
        create: { storeId: store.id, ...load },
        update: load,
      });
      return { body: { to: 'stop' } };
    },
  },
  {
    endpoint: 'orders.list',
    request: () => ({ query: { page: 1, fulfillment: 'any', period: 'all', payout: 'all' } }),
  },
  { endpoint: 'orders.listChanges', request: ({ vendor }) => ({ query: { vendor: vendor.name } }) },
  { endpoint: 'orders.export', request: () => ({ body: { fulfillment: 'any', period: 'all', payout: 'all' } }) },
  {
    endpoint: 'orders.get',
    request: async (side) => ({ params: { orderId: (await buildSale(side)).orderId } }),
    ids: ['params.orderId'],
  },
  {
    endpoint: 'orders.fulfill',
    request: async (side) => {
      const { orderId, lineId } = await buildSale(side);
      return {
        params: { orderId },
        body: { carrier: 'bpost', tracking: '3232', lineItems: [{ id: lineId, quantity: 1 }] },
      };
    },
    ids: ['params.orderId', 'body.lineItems.*.id'],
  },
  {
    endpoint: 'orders.startBulkFulfill',
    request: async (side) => ({
      body: { orders: [{ id: (await buildSale(side)).orderId, vendor: String(side.vendor.id) }], notify: false },
    }),
    ids: ['body.orders.*.id', 'body.orders.*.vendor'],
  },
  {
    endpoint: 'orders.readBulkFulfill',
    request: async (side) => ({ params: await buildBulk(side) }),
    ids: ['params.batchId'],
  },
  {
    endpoint: 'orders.retryBulkFulfill',
    request: async (side) => ({ params: await buildBulk(side, true) }),
    ids: ['params.batchId'],
  },
  {
    endpoint: 'orders.dismissBulkFulfill',
    request: async (side) => ({ params: await buildBulk(side, true) }),
    ids: ['params.batchId'],
  },
  {
    endpoint: 'orders.shippingOptions',
    request: async (side) => ({ params: { orderId: (await buildSale(side)).orderId } }),
    ids: ['params.orderId'],
  },
  {
    endpoint: 'orders.changeTracking',
    request: async (side) => ({ params: await buildFulfillment(side), body: { carrier: 'UPS', tracking: '1Z' } }),
    ids: REF,
  },
  {
    endpoint: 'orders.cancelFulfillment',
    request: async (side) => ({ params: await buildFulfillment(side) }),
    ids: REF,
  },
  {
    endpoint: 'orders.hold',
    request: async (side) => ({
      params: { orderId: (await buildSale(side)).orderId },
      body: { reason: 'other', note: 'Later', vendor: String(side.vendor.id) },
    }),
    ids: ['params.orderId', 'body.vendor'],
  },
  {
    endpoint: 'orders.release',
    request: async (side) => {
      const { orderId } = await buildSale(side);
      await api(side.member).post(`/orders/${orderId}/hold`, { reason: 'other' });
      return { params: { orderId }, body: { vendor: String(side.vendor.id) } };
    },
    ids: ['params.orderId', 'body.vendor'],
  },
  {
    endpoint: 'orders.preparePickup',
    request: async (side) => ({
      params: { orderId: (await buildSale(side, { pickup: true })).orderId },
      body: { vendor: String(side.vendor.id) },
    }),
    ids: ['params.orderId', 'body.vendor'],
  },
]);
