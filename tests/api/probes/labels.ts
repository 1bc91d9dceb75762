import type { LabelBatchDto } from '#app/features/labels/batch/label-batch.contract.ts';
import type { LabelDto, QuoteDto } from '#app/features/labels/labels.contract.ts';
import type { ShippoState } from '#app/features/labels/shippo-key.contract.ts';
import { openLabels, PACKAGE, SHIPPO_TEST_KEY } from '#tests/factories/labels.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

const KEY = { apiKey: SHIPPO_TEST_KEY };

/** A paid order of the side's vendor, once labels can be bought for it. */
async function buildSale({ store, vendor, admin, member }: Side): Promise<string> {
  await openLabels(admin, [member]);
  const lines = [{ vendor: vendor.name, title: 'Probed bowl', price: '20.00' }];
  return (await sellOrder(lines, { more: { shop: store.domain } })).id;
}

async function buildRate(side: Side, parcels: object[] = [PACKAGE]): Promise<{ orderId: string; rateId: string }> {
  const orderId = await buildSale(side);
  const quote = await api(side.member).post('/shippo/rates', { orderId, parcels });
  return { orderId, rateId: quote.as<QuoteDto>().rates[0]?.id ?? '' };
}

async function buildLabel(side: Side, parcels?: object[]): Promise<string> {
  return (await api(side.member).post('/shippo/label', await buildRate(side, parcels))).as<LabelDto>().id;
}

/** A batch that has ended, with the label of one order. */
async function buildBatch(side: Side): Promise<{ batchId: string }> {
  const body = { orders: [{ id: await buildSale(side), vendor: String(side.vendor.id) }], choice: 'cheapest' };
  const { id } = (await api(side.member).post('/shippo/label-batches', body)).as<LabelBatchDto>();
  await program().drain();
  return { batchId: id };
}

export const probes = defineProbes([
  { endpoint: 'shippo.readKey', request: () => ({}) },
  { endpoint: 'shippo.saveKey', request: () => ({ body: KEY }) },
  {
    endpoint: 'shippo.deleteKey',
    request: async (side) => {
      await api(side.admin).put('/shippo/api-key', KEY);
      return {};
    },
  },
  {
    endpoint: 'shippo.saveSettings',
    request: async (side) => {
      const { chargeVendor, version } = (await api(side.admin).get('/shippo/api-key')).as<ShippoState>();
      return { body: { chargeVendor: !chargeVendor, version } };
    },
  },
  {
    endpoint: 'shippo.quote',
    ids: ['body.orderId'],
    request: async (side) => ({ body: { orderId: await buildSale(side), parcels: [PACKAGE] } }),
  },
  {
    endpoint: 'shippo.readRate',
    ids: ['params.rateId'],
    request: async (side) => ({ params: { rateId: (await buildRate(side)).rateId } }),
  },
  {
    endpoint: 'shippo.buyLabel',
    ids: ['body.rateId', 'body.orderId'],
    request: async (side) => ({ body: await buildRate(side) }),
  },
  {
    endpoint: 'shippo.voidLabel',
    ids: ['params.labelId'],
    request: async (side) => ({ params: { labelId: await buildLabel(side) } }),
  },
  {
    endpoint: 'shippo.voidPackage',
    ids: ['params.labelId'],
    request: async (side) => ({ params: { labelId: await buildLabel(side, [PACKAGE, PACKAGE]), position: '2' } }),
  },
  {
    endpoint: 'shippo.labelFile',
    ids: ['params.labelId'],
    request: async (side) => ({ params: { labelId: await buildLabel(side) } }),
  },
  {
    endpoint: 'shippo.orderLabels',
    ids: ['params.orderId'],
    request: async (side) => ({ params: { orderId: await buildSale(side) } }),
  },
  {
    endpoint: 'shippo.startLabelBatch',
    ids: ['body.orders.*.id', 'body.orders.*.vendor'],
    request: async (side) => ({
      body: { orders: [{ id: await buildSale(side), vendor: String(side.vendor.id) }], choice: 'cheapest' },
    }),
  },
  {
    endpoint: 'shippo.readLabelBatch',
    ids: ['params.batchId'],
    request: async (side) => ({ params: await buildBatch(side) }),
  },
  {
    endpoint: 'shippo.retryLabelBatch',
    ids: ['params.batchId'],
    request: async (side) => ({ params: await buildBatch(side) }),
  },
  {
    endpoint: 'shippo.dismissLabelBatch',
    ids: ['params.batchId'],
    request: async (side) => ({ params: await buildBatch(side) }),
  },
  {
    endpoint: 'shippo.labelBatchFile',
    ids: ['params.batchId'],
    request: async (side) => ({ params: await buildBatch(side) }),
  },
  { endpoint: 'shippo.listServices', request: () => ({}) },
]);
