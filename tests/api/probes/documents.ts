import { documentSettingsDefaults } from '#app/features/documents/document-settings.ts';
import { changeOrder, sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { api, program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { waitFor } from '#tests/support/wait.ts';

/** A paid order of two pieces of the side's vendor. */
async function buildSale({ store, vendor }: Side): Promise<{ id: string; name: string }> {
  return sellOrder([{ vendor: vendor.name, title: 'Probed bowl', price: '20.00', quantity: 2 }], {
    more: { shop: store.domain },
  });
}

/** Vendors sell in their own name here, so that invoices are theirs to see. */
async function letVendorsSell({ store }: Side): Promise<void> {
  const value = { ...documentSettingsDefaults, sellerOfRecord: 'vendor' };
  const at = program().clock.now();
  await program().owner.storeSetting.upsert({
    where: { storeId_section: { storeId: store.id, section: 'documents' } },
    create: { storeId: store.id, section: 'documents', value, version: 1, updatedAt: at, updatedBy: 'test' },
    update: { value },
  });
}

/** An order that was invoiced and then partly refunded, with the id of its refund. */
async function buildRefunded(side: Side): Promise<{ orderId: string; refundId: string }> {
  await letVendorsSell(side);
  const sold = await buildSale(side);
  await api(side.member).get(`/orders/${sold.id}/documents/invoice`);
  const line = await program().owner.orderLine.findFirstOrThrow({
    where: { storeId: side.store.id, orderId: BigInt(sold.id), vendorId: side.vendor.id },
  });
  await changeOrder(sold.name, 'refunds', {
    shop: side.store.domain,
    lines: [{ sku: String(line.id), quantity: 1 }],
  });
  let refundId = '';
  await waitFor('the refund is known', async () => {
    const answer = await api(side.member).get(`/orders/${sold.id}/documents`);
    const { parts } = answer.as<{ parts: { creditNotes: { refundId: string }[] }[] }>();
    refundId = parts[0]?.creditNotes[0]?.refundId ?? '';
    return refundId !== '';
  });
  return { orderId: sold.id, refundId };
}

const settings = documentSettingsDefaults;
const billing = {
  kind: 'company',
  name: 'Probed Works',
  address: 'Kade 1',
  zip: '1015',
  city: 'Amsterdam',
  country: 'NL',
  taxNumber: 'NL1',
};

export const probes = defineProbes([
  {
    endpoint: 'documents.list',
    request: async (side) => ({ params: { orderId: (await buildSale(side)).id } }),
    ids: ['params.orderId'],
  },
  {
    endpoint: 'documents.read',
    request: async (side) => ({
      params: { orderId: (await buildSale(side)).id, document: 'slip' },
      query: { format: 'html', locale: 'de', vendor: side.vendor.name },
    }),
    ids: ['params.orderId', 'query.vendor'],
  },
  {
    endpoint: 'documents.readCreditNote',
    request: async (side) => ({ params: await buildRefunded(side), query: { format: 'html', locale: 'de' } }),
    ids: ['params.orderId', 'params.refundId'],
  },
  {
    endpoint: 'documents.print',
    request: async (side) => ({
      body: { kind: 'slip', orders: [(await buildSale(side)).id], format: 'html', locale: 'fr' },
    }),
    ids: ['body.orders.*'],
  },
  {
    endpoint: 'documents.link',
    request: async (side) => ({
      body: { kind: 'slip', orders: [(await buildSale(side)).id], vendor: side.vendor.name, locale: 'es' },
    }),
    ids: ['body.orders.*', 'body.vendor'],
  },
  {
    endpoint: 'documents.open',
    request: async (side) => {
      const body = { kind: 'slip', orders: [(await buildSale(side)).id] };
      const answer = await api(side.member).post('/orders/documents/links', body);
      const { url } = answer.as<{ url: string }>();
      return { query: { ticket: new URL(url, 'http://host').searchParams.get('ticket') ?? '' } };
    },
  },
  { endpoint: 'documents.readSettings', request: () => ({}) },
  {
    endpoint: 'documents.saveSettings',
    request: async (side) => {
      const answer = await api(side.admin).get('/documents/settings');
      return { body: { settings, version: answer.as<{ version: number }>().version } };
    },
  },
  { endpoint: 'documents.readBilling', request: () => ({}) },
  {
    endpoint: 'documents.saveBilling',
    request: async (side) => {
      const answer = await api(side.member).get('/billing');
      return { body: { billing, version: answer.as<{ version: number }>().version } };
    },
    once: true,
  },
]);
