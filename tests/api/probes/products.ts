import { buildMirrored, buildProductInput } from '#tests/factories/products.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import type { StagedUpload } from '#app/platform/uploads/uploads.contract.ts';

/** A draft of the side's vendor at the platform. */
async function buildDraft(side: Side): Promise<ProductDetail['product']> {
  const product = buildProductInput({ title: `Probed bowl ${nextNumber()}` });
  const { productId } = (await api(side.member).put('/products-v2', { product })).as<{ productId: string }>();
  return (await api(side.member).get(`/products-v2/${productId}`)).as<ProductDetail>().product;
}

/** A batch of the side's vendor that has ended. */
async function buildBatch(side: Side): Promise<string> {
  const { owner, clock } = program();
  const at = clock.now();
  const batch = await owner.batch.create({
    data: {
      storeId: side.store.id,
      vendorId: side.vendor.id,
      kind: 'products.change',
      input: { action: 'delete', note: null, tags: [] },
      requester: { kind: 'person', id: '1', name: 'Probe', role: 'vendor' },
      startedAt: at,
      finishedAt: at,
    },
  });
  return String(batch.id);
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture that the side's vendor has sent to the platform. */
async function buildUpload(side: Side): Promise<string> {
  const body = { filename: 'probe.png', fileSize: PNG.length, mime: 'image/png' };
  const { stagedTarget } = (await api(side.member).put('/cdn/stage-upload', body)).as<StagedUpload>();
  const form = new FormData();
  for (const { name, value } of stagedTarget.parameters) form.append(name, value);
  form.append('file', new File([PNG], 'probe.png', { type: 'image/png' }));
  await fetch(stagedTarget.url, { method: 'POST', body: form });
  return stagedTarget.resourceUrl;
}

export const probes = defineProbes([
  {
    endpoint: 'products.save',
    request: async (side) => {
      const { id, variants } = await buildDraft(side);
      const [variant] = variants;
      const product = buildProductInput({ vendor: side.vendor.name, variants: [{ id: variant?.id, price: '30.00' }] });
      return { body: { product: { ...product, id } } };
    },
    ids: ['body.product.id', 'body.product.vendor', 'body.product.variants.*.id'],
  },
  {
    endpoint: 'products.list',
    request: (side) => ({ query: { status: 'ALL', stock: 'any', sort: 'TITLE', vendor: side.vendor.name } }),
    ids: ['query.vendor'],
  },
  {
    endpoint: 'products.export',
    request: (side) => ({ body: { status: 'ALL', vendor: side.vendor.name } }),
    ids: ['body.vendor'],
  },
  {
    // Items are refused one by one: another vendor's variant is an unknown one in the answer, which a test of its own reads.
    endpoint: 'products.setStockAndPrices',
    request: async (side) => {
      const { variants } = await buildDraft(side);
      return { body: { items: [{ variantId: variants[0]?.id, stock: 9 }] } };
    },
  },
  {
    endpoint: 'products.startBatch',
    request: async (side) => ({
      body: { action: 'delete', ids: (await buildMirrored(side.vendor, [{ title: 'Probed' }])).map(String) },
    }),
    ids: ['body.ids.*'],
  },
  ...(['readBatch', 'retryBatch', 'dismissBatch'] as const).map((name) => ({
    endpoint: `products.${name}`,
    request: async (side: Side) => ({ params: { batchId: await buildBatch(side) } }),
    ids: ['params.batchId'],
  })),
  {
    endpoint: 'products.read',
    request: async (side) => ({ params: { productId: (await buildDraft(side)).id } }),
    ids: ['params.productId'],
  },
  {
    endpoint: 'products.runAction',
    request: async (side) => ({ params: { productId: (await buildDraft(side)).id, action: 'delete' }, body: {} }),
    ids: ['params.productId'],
  },
  {
    endpoint: 'uploads.stage',
    request: () => ({ body: { filename: 'bowl.png', fileSize: 1024, mime: 'image/png' } }),
  },
  {
    endpoint: 'uploads.source',
    request: async (side) => ({ query: { ressourceId: await buildUpload(side) } }),
    ids: ['query.ressourceId'],
  },
  // Without a store that is known there is nobody to ask, so its own length is never looked at.
  { endpoint: 'products.published', request: () => ({ query: { q: 'bowl' } }), unreachable: ['store', 'query.store'] },
  { endpoint: 'uploads.createToken', request: (side) => ({ body: { form: 'application', store: side.store.domain } }) },
  {
    endpoint: 'uploads.read',
    request: async (side) => {
      const query = { ext: 'pdf', name: 'papers' };
      const { location } = (await api(side.member).put('/cdn/metafield-file', {}, { query })).as<{
        location: string;
      }>();
      const [proxy = '', storeId = '', id = '', name = ''] = new URL(location).pathname.split('/').slice(3);
      return { params: { proxy, storeId, id, name } };
    },
    ids: ['params.id'],
  },
  {
    endpoint: 'uploads.target',
    request: () => ({ params: { proxy: 'product-images' }, query: { ext: 'png', name: 'bowl' } }),
  },
]);
