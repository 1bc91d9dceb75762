import {
  buildShop,
  connectOwnStore,
  makeApiKey,
  makeShopProduct,
  readIntegration,
  switchIntegrations,
} from '#tests/factories/own-stores.ts';
import { buildWooStore, readWooStore } from '#tests/factories/woo-stores.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

/** A vendor whose own store is connected, with one product. */
async function connected({ admin, member, store }: Side): Promise<{ shop: string; productId: string }> {
  await switchIntegrations(admin, true);
  const shop = await buildShop();
  const productId = await makeShopProduct(shop, {
    title: 'Probe bowl',
    variants: [{ sku: '', price: '9.00', stock: 1 }],
  });
  await connectOwnStore(store, member, shop);
  return { shop, productId };
}

/** An order that the vendor's own store refused. */
async function recordStoreOrder(side: Side): Promise<string> {
  const { shop } = await connected(side);
  const { store, vendor } = side;
  const sold = await sellOrder([{ vendor: vendor.name, title: 'Probed mug', price: '9.00' }], {
    more: { shop: store.domain },
  });
  const key = { storeId: store.id, vendorId: vendor.id, orderId: BigInt(sold.id) };
  const at = program().clock.now();
  const refused = { state: 'refused', problem: 'refused', dueAt: at, recordedAt: at };
  await program().owner.storeOrder.upsert({
    where: { storeId_vendorId_orderId: key },
    create: { ...key, orderName: sold.name, orderedAt: at, shop, ...refused },
    update: refused,
  });
  return sold.id;
}

const compare = (title: string) => ({ title, description: '', images: '', prices: { a: '9.00/' }, stocks: { a: 1 } });

/** A product of the vendor that differs from its own store; its id there. */
async function recordDifference(side: Side): Promise<string> {
  const { productId } = await connected(side);
  const key = { storeId: side.store.id, vendorId: side.vendor.id, sourceId: BigInt(productId) };
  const saved = { there: compare('Probe bowl'), here: compare('Own probe bowl') };
  await program().owner.syncedProduct.create({
    data: { ...key, title: 'Probe bowl', outcome: 'updated', saved, differences: 1, checkedAt: program().clock.now() },
  });
  return productId;
}

export const probes = defineProbes([
  {
    endpoint: 'integrations.readKeys',
    request: async ({ admin }) => {
      await switchIntegrations(admin, true);
      return {};
    },
  },
  {
    endpoint: 'integrations.saveKeys',
    request: async ({ admin }) => {
      await switchIntegrations(admin, true);
      return {
        body: { additionalCost: '1.50', additionalFactor: '1.25', skipPriceUpdate: false, skipContentUpdate: false },
      };
    },
  },
  {
    endpoint: 'integrations.revokeKeys',
    ids: ['body.id'],
    request: async ({ admin, member }) => {
      await switchIntegrations(admin, true);
      const before = (await readIntegration(member)).keys.map(({ id }) => id);
      await makeApiKey(member);
      const made = (await readIntegration(member)).keys.find(({ id }) => !before.includes(id));
      return { body: { id: made?.id ?? '' } };
    },
  },
  {
    endpoint: 'integrations.replaceKey',
    ids: ['params.keyId'],
    request: async ({ admin, member }) => {
      await switchIntegrations(admin, true);
      const before = (await readIntegration(member)).keys.map(({ id }) => id);
      await makeApiKey(member);
      const made = (await readIntegration(member)).keys.find(({ id }) => !before.includes(id));
      return { params: { keyId: made?.id ?? '' } };
    },
  },
  {
    endpoint: 'integrations.connectWooCommerce',
    request: async ({ admin }) => {
      await switchIntegrations(admin, true);
      const address = await buildWooStore();
      const { consumerKey, consumerSecret } = readWooStore(address);
      return { body: { address, consumerKey, consumerSecret } };
    },
  },
  {
    endpoint: 'integrations.listStoreProducts',
    request: async (side) => {
      await connected(side);
      return {};
    },
  },
  {
    endpoint: 'integrations.syncProduct',
    ids: ['body.productId'],
    request: async (side) => ({ body: { productId: (await connected(side)).productId } }),
  },
  {
    endpoint: 'integrations.compareStore',
    request: async (side) => {
      await connected(side);
      return {};
    },
  },
  {
    endpoint: 'integrations.listStoreOrders',
    request: async ({ admin }) => {
      await switchIntegrations(admin, true);
      return {};
    },
  },
  {
    endpoint: 'integrations.readStoreOrder',
    ids: ['params.orderId'],
    request: async (side) => ({ params: { orderId: await recordStoreOrder(side) } }),
  },
  {
    endpoint: 'integrations.retryStoreOrder',
    ids: ['params.orderId'],
    request: async (side) => ({ params: { orderId: await recordStoreOrder(side) } }),
  },
  {
    endpoint: 'integrations.listDifferences',
    request: async ({ admin }) => {
      await switchIntegrations(admin, true);
      return {};
    },
  },
  {
    endpoint: 'integrations.keepDifferences',
    ids: ['params.productId'],
    request: async (side) => ({ params: { productId: await recordDifference(side) } }),
  },
  { endpoint: 'installation.read', request: () => ({}) },
  { endpoint: 'installation.change', request: () => ({ body: { plan: 'scale', addons: ['vendors', 'orders'] } }) },
]);
