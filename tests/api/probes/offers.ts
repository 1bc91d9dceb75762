import { buildOfferRow, buyerToken, switchOffers } from '#tests/factories/offers.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { api, program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

/** A variant on sale of a side's vendor, where offers are taken. */
async function buildVariant({ store, vendor, admin }: Side): Promise<bigint> {
  await switchOffers(admin, true);
  const number = BigInt(9_000_000 + nextNumber());
  const at = program().clock.now();
  const shared = { storeId: store.id, vendorId: vendor.id };
  await program().owner.product.create({
    data: {
      ...shared,
      id: number,
      vendorName: vendor.name,
      title: `Offered ${number}`,
      handle: `offered-${number}`,
      status: 'ACTIVE',
      bodyHtml: '',
      media: [],
      options: [],
      priceMinor: 2_000n,
      inventoryTotal: 5,
      searchText: '',
      submission: 'none',
      createdAt: at,
      platformUpdatedAt: at,
      readAt: at,
      variants: {
        create: {
          id: number,
          vendorId: vendor.id,
          position: 1,
          title: 'Default Title',
          sku: '',
          barcode: '',
          priceMinor: 2_000n,
          stock: 5,
          trackStock: true,
          requiresShipping: true,
          taxable: true,
          options: [],
        },
      },
    },
  });
  return number;
}

async function offerOf(side: Side): Promise<string> {
  await switchOffers(side.admin, true);
  return String(await buildOfferRow(side.vendor));
}

const readVersion = async ({ store }: Side): Promise<number> => {
  const where = { storeId: store.id, section: 'offers' };
  return (await program().owner.storeSetting.findFirst({ where }))?.version ?? 0;
};

export const probes = defineProbes([
  {
    endpoint: 'offers.create',
    request: async (side) => ({
      body: {
        email: `ada-${nextNumber()}@buyers.test`,
        amount: '15.00',
        quantity: 2,
        variantId: String(await buildVariant(side)),
        store: side.store.domain,
      },
    }),
  },
  {
    endpoint: 'offers.answer',
    request: async (side) => {
      await switchOffers(side.admin, true);
      const id = await buildOfferRow(side.vendor, { status: 'countered' });
      return { body: { token: buyerToken(side.store, id), action: 'reject', version: 1 } };
    },
    once: true,
  },
  {
    endpoint: 'offers.terms',
    request: async (side) => ({ query: { variantId: String(await buildVariant(side)) } }),
    // Which store is meant is decided before the query is read.
    unreachable: ['store', 'query.store'],
  },
  {
    endpoint: 'offers.list',
    request: async (side) => {
      await offerOf(side);
      return { query: { status: 'pending', q: 'Kettle' } };
    },
  },
  { endpoint: 'offers.get', request: async (side) => ({ params: { id: await offerOf(side) } }), ids: ['params.id'] },
  {
    endpoint: 'offers.runAction',
    request: async (side) => ({ body: { id: await offerOf(side), action: 'reject', version: 1 } }),
    ids: ['body.id'],
    once: true,
  },
  {
    endpoint: 'offers.settings',
    request: async ({ admin }) => {
      await switchOffers(admin, true);
      return {};
    },
  },
  {
    endpoint: 'offers.saveSettings',
    request: async (side) => {
      await switchOffers(side.admin, true);
      return { body: { minPercent: 60, version: await readVersion(side) } };
    },
  },
  {
    endpoint: 'offers.rules',
    request: async ({ admin }) => {
      await switchOffers(admin, true);
      return {};
    },
  },
  {
    endpoint: 'offers.saveRules',
    request: async ({ admin, member }) => {
      await switchOffers(admin, true);
      const { version } = (await api(member).get('/settings/offer-rules')).as<{ version: number }>();
      return { body: { acceptPercent: 90 - (version % 10), declinePercent: 60, version } };
    },
  },
]);
