import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StagedUpload } from '#app/platform/uploads/uploads.contract.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  const store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function uploadPicture(by: BuiltUser): Promise<string> {
  const answer = await api(by).put('/cdn/stage-upload', {
    filename: 'bowl.png',
    fileSize: PNG.length,
    mime: 'image/png',
  });
  const { stagedTarget } = answer.as<StagedUpload>();
  const form = new FormData();
  for (const { name, value } of stagedTarget.parameters) form.append(name, value);
  form.append('file', new File([PNG], 'bowl.png', { type: 'image/png' }));
  expect((await fetch(stagedTarget.url, { method: 'POST', body: form })).ok).toBe(true);
  return stagedTarget.resourceUrl;
}

describe('uploads to the platform', () => {
  it('become a picture of a product', async () => {
    const src = await uploadPicture(seller);
    const product = buildProductInput({ media: [{ src, alt: 'A bowl' }] });
    const { productId } = (await api(seller).put('/products-v2', { product })).as<{ productId: string }>();
    const detail = (await api(seller).get(`/products-v2/${productId}`)).as<ProductDetail>();
    expect(detail.product.media).toMatchObject([
      { alt: 'A bowl', contentType: 'IMAGE', src: expect.any(String) as string },
    ]);
    const gid = detail.product.media[0]?.id ?? '';
    const own = await api(seller).get('/cdn/shopify/file', { query: { ressourceId: gid } });
    expect(own.as<{ src: string }>().src).toBe(detail.product.media[0]?.src);
    expect((await api(rival).get('/cdn/shopify/file', { query: { ressourceId: gid } })).status).toBe(404);
    const changed = { ...detail.product, id: productId, media: [{ id: gid, alt: 'The bowl' }] };
    expect((await api(seller).put('/products-v2', { product: changed })).status).toBe(200);
    const after = (await api(seller).get(`/products-v2/${productId}`)).as<ProductDetail>();
    expect(after.product.media).toMatchObject([{ id: gid, alt: 'The bowl' }]);
  });

  it('have an address once the platform took them, and it is one file however often one asks', async () => {
    const ressourceId = await uploadPicture(seller);
    const first = await api(seller).get('/cdn/shopify/file', { query: { ressourceId } });
    const second = await api(seller).get('/cdn/shopify/file', { query: { ressourceId } });
    expect(first.body).toMatchObject({ src: expect.stringContaining('http') as string });
    expect(second.body).toEqual(first.body);
  });

  it('of another vendor are not there (404)', async () => {
    const src = await uploadPicture(rival);
    expect((await api(seller).get('/cdn/shopify/file', { query: { ressourceId: src } })).status).toBe(404);
    const answer = await api(seller).put('/products-v2', { product: buildProductInput({ media: [{ src }] }) });
    expect(answer.status).toBe(404);
  });

  it('are at most 20 MB, of an accepted type (422)', async () => {
    const large = await api(seller).put('/cdn/stage-upload', {
      filename: 'a.png',
      fileSize: 21 * 1024 * 1024,
      mime: 'image/png',
    });
    expect(large.body).toMatchObject({ issues: [{ path: 'fileSize', message: 'Maximum image size is 20MB' }] });
    const page = await api(seller).put('/cdn/stage-upload', { filename: 'a.html', fileSize: 10, mime: 'text/html' });
    expect(page.body).toMatchObject({ issues: [{ path: 'mime' }] });
  });
});

describe('uploads to our own storage', () => {
  it.each(['vendor-page', 'product-images', 'metafield-file', 'model-image', 'messages'])(
    'get a target in the folder %s',
    async (proxy) => {
      const answer = await api(seller).put(`/cdn/${proxy}`, {}, { query: { ext: 'png', name: '../Ünser Bild.png' } });
      const { url, location } = answer.as<{ url: string; location: string }>();
      expect(location).toContain(`/${proxy}/`);
      const stored = await fetch(url, { method: 'PUT', body: PNG, headers: { 'content-type': 'image/png' } });
      expect(stored.status).toBe(200);
    },
  );

  it('of logos are the marketplace’s (403)', async () => {
    const query = { ext: 'png', name: 'logo' };
    expect((await api(seller).put('/cdn/logo-text', {}, { query })).status).toBe(403);
    expect((await api(admin).put('/cdn/logo-text', {}, { query })).status).toBe(200);
    expect((await api(admin).put('/cdn/logo-registration', {}, { query })).status).toBe(200);
  });

  it('know seven folders and no other (404), and refuse endings that could run (422)', async () => {
    expect((await api(seller).put('/cdn/elsewhere', {}, { query: { ext: 'png', name: 'a' } })).status).toBe(404);
    const page = await api(seller).put('/cdn/product-images', {}, { query: { ext: 'html', name: 'a' } });
    expect(page.body).toMatchObject({ issues: [{ path: 'ext' }] });
    expect((await api().put('/cdn/product-images', {}, { query: { ext: 'png', name: 'a' } })).status).toBe(401);
  });
});
