import { grantAftersales } from '#tests/factories/aftersales.ts';
import { changeOrder, sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Sale = { orderId: string; lineId: string };

/** A paid order of two pieces in a store that granted what changes after the sale need. */
async function buildSale({ store, vendor }: Side, o: { isShipped?: boolean } = {}): Promise<Sale> {
  await grantAftersales({ domain: store.domain });
  const sold = await sellOrder([{ vendor: vendor.name, title: 'Probed bowl', price: '20.00', quantity: 2 }], {
    more: { shop: store.domain },
  });
  const where = { storeId: store.id, orderId: BigInt(sold.id), vendorId: vendor.id };
  const line = await program().owner.orderLine.findFirstOrThrow({ where });
  if (o.isShipped) {
    await changeOrder(sold.name, 'fulfill', { shop: store.domain });
    await waitFor('the shipment is known', async () => (await program().owner.fulfillment.count({ where })) > 0);
  }
  return { orderId: sold.id, lineId: String(line.id) };
}

/** A return of one piece, asked for by the buyer or opened by the merchant. */
async function buildReturn(side: Side, approved: boolean): Promise<{ orderId: string; returnId: string }> {
  const { orderId, returnId } = await openReturn(side, approved);
  return { orderId, returnId };
}

/** The same, with the line that comes back. */
async function openReturn(side: Side, approved: boolean) {
  const sale = await buildSale(side, { isShipped: true });
  const { name } = await program().owner.order.findFirstOrThrow({ where: { id: BigInt(sale.orderId) } });
  const body = { shop: side.store.domain, approved, lines: [{ sku: sale.lineId, quantity: 1 }] };
  await changeOrder(name, 'returns', body);
  const opened = lastReturnOf(side, sale);
  return { orderId: sale.orderId, returnId: String(opened?.id), lineId: String(opened?.lines[0]?.id) };
}

/** The last return of an order, as the platform has it. */
function lastReturnOf({ store }: Side, { orderId }: { orderId: string }) {
  return program().sandbox?.sandbox.state.shops[store.domain]?.orders[orderId]?.returns.at(-1);
}

const ORDER = ['params.orderId'];
const RETURN = ['params.orderId', 'params.returnId'];

export const probes = defineProbes([
  ...(['previewRefund', 'refund'] as const).map((name) => ({
    endpoint: `aftersales.${name}`,
    request: async (side: Side) => {
      const { orderId, lineId } = await buildSale(side);
      const lines = [{ id: lineId, quantity: 1, restock: 'return' }];
      return { params: { orderId }, body: { lines, vendor: side.vendor.name, notify: false } };
    },
    ids: [...ORDER, 'body.lines.*.id', 'body.vendor'],
    sharedInStore: [...ORDER, 'body.lines.*.id'],
  })),
  ...(['previewCancel', 'cancel'] as const).map((name) => ({
    endpoint: `aftersales.${name}`,
    request: async (side: Side) => ({
      params: { orderId: (await buildSale(side)).orderId },
      body: { reason: 'other', note: null, refund: true, restock: true, notify: false },
    }),
    ids: ORDER,
    sharedInStore: ORDER,
  })),
  {
    endpoint: 'aftersales.returns',
    request: async (side) => ({ params: { orderId: (await buildSale(side)).orderId } }),
    ids: ORDER,
    sharedInStore: ORDER,
  },
  {
    endpoint: 'aftersales.createReturn',
    request: async (side) => {
      const { orderId, lineId } = await buildSale(side, { isShipped: true });
      return { params: { orderId }, body: { lines: [{ id: lineId, quantity: 1 }], reason: 'other', approved: false } };
    },
    ids: [...ORDER, 'body.lines.*.id'],
    sharedInStore: [...ORDER, 'body.lines.*.id'],
  },
  {
    endpoint: 'aftersales.approveReturn',
    request: async (side) => ({ params: await buildReturn(side, false), body: { notify: false } }),
    ids: RETURN,
    sharedInStore: RETURN,
  },
  {
    endpoint: 'aftersales.declineReturn',
    request: async (side) => ({
      params: await buildReturn(side, false),
      body: { reason: 'other', note: 'Too late', notify: false },
    }),
    ids: RETURN,
    sharedInStore: RETURN,
  },
  {
    endpoint: 'aftersales.receiveReturn',
    request: async (side) => {
      const { orderId, returnId, lineId } = await openReturn(side, true);
      const lines = [{ id: lineId, quantity: 1 }];
      return {
        params: { orderId, returnId },
        body: { lines, restock: true, refund: true, note: null, notify: false },
      };
    },
    ids: [...RETURN, 'body.lines.*.id'],
    sharedInStore: [...RETURN, 'body.lines.*.id'],
  },
  ...(['closeReturn', 'cancelReturn'] as const).map((name) => ({
    endpoint: `aftersales.${name}`,
    request: async (side: Side) => ({ params: await buildReturn(side, true) }),
    ids: RETURN,
    sharedInStore: RETURN,
  })),
]);
