import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

const NOTE = 'As we agreed with the vendor';

/** A paid order of the side's vendor. */
async function buildSale({ store, vendor }: Side): Promise<{ orderId: string }> {
  if ((await program().owner.commissionList.count({ where: { storeId: store.id } })) === 0)
    await buildDefaultList(store);
  const order = await placeOrder(store, { currency: store.currency, lines: [{ vendor: vendor.name, price: '53.00' }] });
  return { orderId: String(order.id) };
}

const input = ({ vendor }: Side) => ({ kind: 'correction', vendor: vendor.name, amount: '-3', note: NOTE });

const ORDER = ['params.orderId'];
const ADJUSTMENT = [...ORDER, 'params.adjustmentId'];

export const probes = defineProbes([
  {
    endpoint: 'adjustments.list',
    request: async (side) => ({ params: await buildSale(side) }),
    ids: ORDER,
    sharedInStore: ORDER,
  },
  {
    endpoint: 'adjustments.create',
    request: async (side) => ({ params: await buildSale(side), body: input(side) }),
    ids: [...ORDER, 'body.vendor'],
    sharedInStore: ORDER,
  },
  {
    endpoint: 'adjustments.undo',
    request: async (side) => {
      const { orderId } = await buildSale(side);
      const made = await api(side.admin).post(`/orders/${orderId}/adjustments`, input(side));
      const { id } = made.as<{ adjustment: { id: string } }>().adjustment;
      return { params: { orderId, adjustmentId: id }, body: { note: NOTE } };
    },
    ids: ADJUSTMENT,
    sharedInStore: ADJUSTMENT,
  },
]);
