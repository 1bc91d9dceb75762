import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REMOVE_BG_KEY } from '#sandbox/providers/remove-bg.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;
let picture: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Clear Cut' }) });
  const { sandbox } = program();
  const files = Object.values(sandbox?.sandbox.state.shops[store.domain]?.files ?? {});
  const file = files.find((one) => one.kind === 'IMAGE');
  picture = `${sandbox?.url ?? ''}/cdn/demo/files/${String(file?.id ?? 0)}/${file?.filename ?? ''}`;
});
afterAll(() => program().stop());

const KEY = '/images/remove-bg/api-key';
const remove = (originImgUrl = picture) => api(seller).post('/images/remove-bg/v2', { originImgUrl });
const fault = (operation: string, status: number) =>
  program().sandbox?.control('POST', '/faults', { target: 'remove-bg', operation, kind: 'error', status, times: 1 });

describe('removing a background', () => {
  it('says that there is no provider until an admin has entered a key that the provider takes', async () => {
    const without = await remove();
    expect([without.status, without.body]).toMatchObject([
      409,
      { code: 'invalid_state', message: expect.stringContaining('is not set up') as string },
    ]);
    const wrong = await api(admin).put(KEY, { apiKey: 'nobody-knows-this-key' });
    expect([wrong.status, wrong.body]).toMatchObject([422, { issues: [{ path: 'apiKey' }] }]);
    expect((await api(admin).get(KEY)).body).toEqual({ isSet: false, hint: '', credits: null });
    expect((await api(seller).put(KEY, { apiKey: REMOVE_BG_KEY })).status).toBe(403);
    expect((await api(admin).put(KEY, { apiKey: REMOVE_BG_KEY })).body).toEqual({
      isSet: true,
      hint: REMOVE_BG_KEY.slice(-4),
      credits: 50,
    });
  });

  it('stores the key encrypted, and shows it to nobody', async () => {
    const { value } = await program().owner.storeSetting.findFirstOrThrow({ where: { section: 'backgroundRemoval' } });
    expect(JSON.stringify(value)).not.toContain(REMOVE_BG_KEY);
    const logged = await program().owner.auditEvent.findMany({ where: { subjectId: 'background-removal' } });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged[0]?.detail)).not.toContain(REMOVE_BG_KEY);
    expect((await api(admin).get(KEY)).body).toMatchObject({ isSet: true, hint: REMOVE_BG_KEY.slice(-4) });
  });

  it('yields a copy to look at, which a product takes like any picture; the picture itself stays', async () => {
    const before = Buffer.from(await (await fetch(picture)).arrayBuffer());
    const answer = await remove();
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { convertedImgUrl } = answer.as<{ convertedImgUrl: string }>();
    const copy = await sharp(Buffer.from(await (await fetch(convertedImgUrl)).arrayBuffer())).metadata();
    expect(copy).toMatchObject({ format: 'png', hasAlpha: true });
    expect(Buffer.from(await (await fetch(picture)).arrayBuffer()).equals(before)).toBe(true);
    const product = buildProductInput({ media: [{ src: convertedImgUrl, alt: 'Without background' }] });
    const { productId } = (await api(seller).put('/products-v2', { product })).as<{ productId: string }>();
    const detail = (await api(seller).get(`/products-v2/${productId}`)).as<ProductDetail>();
    expect(detail.product.media).toMatchObject([{ alt: 'Without background', contentType: 'IMAGE' }]);
  });

  it('says what the provider refuses, and changes nothing', async () => {
    const reasons = [
      [403, 409, 'refuses the key'],
      [402, 409, 'credit'],
      [429, 409, 'too often'],
      [400, 422, 'originImgUrl'],
      [500, 502, 'did not answer as expected'],
    ] as const;
    for (const [status, ours, text] of reasons) {
      await fault('removebg', status);
      const answer = await remove();
      expect([answer.status, JSON.stringify(answer.body)]).toMatchObject([
        ours,
        expect.stringContaining(text) as string,
      ]);
    }
    expect((await remove('https://elsewhere.example/picture.png')).status).toBe(422);
    for (const address of ['ftp://files.test/a.png', 'javascript:alert(1)', 'picture.png', '']) {
      expect((await remove(address)).status).toBe(422);
    }
  });

  it('goes on saying what it knows while the provider is away, and is over once the key is removed', async () => {
    await fault('account', 503);
    expect((await api(admin).get(KEY)).body).toMatchObject({ isSet: true, credits: null });
    expect((await api(admin).delete(KEY)).status).toBe(200);
    expect((await api(admin).delete(KEY)).status).toBe(200);
    expect((await remove()).status).toBe(409);
    expect((await api(admin).get(KEY)).body).toMatchObject({ isSet: false });
  });
});
