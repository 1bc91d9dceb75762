import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { marketplaceScope, type Viewer } from '#app/core/viewer.ts';
import { loadProducts, readLoadProgress, controlLoad } from '#app/features/products/mirror/load.service.server.ts';
import {
  startProductSweep,
  comparePage,
  startSweep,
  SWEEP,
} from '#app/features/products/mirror/sweep.service.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildProductPayload } from '#tests/factories/products.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
const deliver = (topic: string, payload: object, to = store) => deliverWebhook({ shop: to.domain, topic, payload });
const mirrored = (id: number, of = store) =>
  program().owner.product.findUnique({
    where: { storeId_id: { storeId: of.id, id: BigInt(id) } },
    include: { variants: true },
  });
const handled = () =>
  waitFor(
    'deliveries are open',
    async () => (await program().owner.webhookDelivery.count({ where: { state: 'pending' } })) === 0,
  );
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 10, 0, seconds));

describe('webhook events of products', () => {
  beforeAll(async () => {
    await startProgram();
    store = await buildStore();
  });
  afterAll(() => program().stop());

  it('is kept with its vendor, whatever the case of the name', async () => {
    const north = await buildVendor({ store, name: 'North' });
    const payload = buildProductPayload({ vendor: ' NORTH', status: 'active', updatedAt: at(1) });
    expect(await deliver('products/create', payload)).toBe(200);
    await handled();
    expect(await mirrored(payload.id)).toMatchObject({
      vendorId: north.id,
      status: 'ACTIVE',
      submission: 'approved',
      priceMinor: 1200n,
      inventoryTotal: 4,
      inStock: true,
      options: [],
      variants: [{ title: '', stock: 4, vendorId: north.id }],
    });
  });

  it('makes a vendor without account of a name that nobody has', async () => {
    const payload = buildProductPayload({ vendor: 'Never heard of', updatedAt: at(1) });
    await deliver('products/create', payload);
    await handled();
    const vendor = await program().owner.vendor.findFirst({ where: { storeId: store.id, name: 'Never heard of' } });
    expect(vendor?.status).toBe('known');
    expect((await mirrored(payload.id))?.vendorId).toBe(vendor?.id);
  });

  it('ends the same when words come twice and out of order', async () => {
    const first = buildProductPayload({ vendor: 'North', title: 'Old', price: '10.00', updatedAt: at(1) });
    const second = buildProductPayload({
      id: first.id,
      vendor: 'North',
      title: 'New',
      price: '11.00',
      updatedAt: at(9),
    });
    for (const payload of [second, first, first, second]) await deliver('products/update', payload);
    await handled();
    await deliver('products/create', first);
    await handled();
    expect(await mirrored(first.id)).toMatchObject({ title: 'New', priceMinor: 1100n, platformUpdatedAt: at(9) });
  });

  it('leaves a deleted product deleted, also when its creation is reported later', async () => {
    const payload = buildProductPayload({ vendor: 'North', updatedAt: at(20) });
    await deliver('products/delete', { id: payload.id });
    await handled();
    await deliver('products/create', payload);
    await handled();
    expect((await mirrored(payload.id))?.deletedAt).not.toBeNull();
  });

  it('takes the newer figure of stock at each location, and sums them', async () => {
    const payload = buildProductPayload({ vendor: 'North', updatedAt: at(1) });
    await deliver('products/create', payload);
    await handled();
    const level = (location: number, available: number, seconds: number) =>
      deliver('inventory_levels/update', {
        inventory_item_id: payload.variants[0]?.inventory_item_id,
        location_id: location,
        available,
        updated_at: at(seconds).toISOString(),
      });
    await level(7, 2, 30);
    await level(7, 9, 20);
    await level(8, 5, 25);
    await handled();
    await level(7, 8, 29);
    await deliver('products/update', buildProductPayload({ id: payload.id, vendor: 'North', updatedAt: at(40) }));
    await handled();
    expect(await mirrored(payload.id)).toMatchObject({ inventoryTotal: 7, variants: [{ stock: 7 }] });
  });
});

describe('reading a whole store', () => {
  beforeAll(async () => {
    await startProgram({ sandbox: true });
    store = await installDemoStore();
  });
  afterAll(() => program().stop());

  const shop = () => {
    const found = program().sandbox?.sandbox.state.shops[store.domain];
    if (!found) throw new Error('The sandbox has no such shop');
    return found;
  };
  const livingIds = async () => {
    const rows = await program().owner.product.findMany({
      where: { storeId: store.id, deletedAt: null },
      orderBy: { id: 'asc' },
    });
    return rows.map((row) => String(row.id));
  };
  const platformIds = () => Object.keys(shop().products).sort((a, b) => Number(a) - Number(b));

  it('brings every product at install, with stock, weight and vendor', async () => {
    await program().drain();
    const { services } = program().container;
    await loadProducts(services, store.id);
    expect(await livingIds()).toEqual(platformIds());
  });

  it('goes on where it was interrupted, and forgets what is gone', async () => {
    const { services } = program().container;
    const [gone] = platformIds();
    if (gone) Reflect.deleteProperty(shop().products, gone);
    await program().owner.productLoad.update({
      where: { storeId: store.id },
      data: { finishedAt: null, cursor: null, startedAt: services.clock.now() },
    });
    await loadProducts(services, store.id);
    expect(await livingIds()).toEqual(platformIds());
    const load = await program().owner.productLoad.findUnique({ where: { storeId: store.id } });
    expect(load).toMatchObject({ cursor: null, finishedAt: expect.any(Date) as Date });
  });

  it('reads again what changed while no webhook came', async () => {
    const { services } = program().container;
    const [id] = platformIds();
    const product = shop().products[id ?? ''];
    if (product) {
      product.title = 'Changed in silence';
      product.updatedAt = new Date(services.clock.now().getTime() + 1000).toISOString();
    }
    await comparePage(services, { storeId: store.id, since: new Date(services.clock.now().getTime() - 60_000) });
    expect((await mirrored(Number(id)))?.title).toBe('Changed in silence');
  });

  it('finds in its daily comparison what was deleted, given to another vendor and sold while no webhook came', async () => {
    const { services } = program().container;
    const [gone = '', moved = '', sold = ''] = platformIds().slice(3);
    Reflect.deleteProperty(shop().products, gone);
    const product = shop().products[moved];
    if (product) product.vendor = 'Its new vendor';
    const level = shop().products[sold]?.variants[0]?.inventory.levels[0];
    if (level) {
      level.available += 17;
      level.updatedAt = services.clock.now().toISOString();
    }
    await comparePage(services, { storeId: store.id });
    await waitFor('the ids differ', async () => (await livingIds()).join() === platformIds().join());
    expect((await mirrored(Number(moved)))?.vendorName).toBe('Its new vendor');
    const total = shop()
      .products[sold]?.variants.flatMap((variant) => variant.inventory.levels)
      .reduce((sum, one) => sum + one.available, 0);
    expect((await mirrored(Number(sold)))?.variants.reduce((sum, variant) => sum + variant.stock, 0)).toBe(total);
  });

  it('finds in its daily comparison what was deleted, however much it is', async () => {
    const { owner, container } = program();
    const [like] = await owner.product.findMany({ where: { storeId: store.id, deletedAt: null }, take: 1 });
    if (!like) throw new Error('there are products');
    const gone = Array.from({ length: 600 }, (_, at) => BigInt(990_000_000_000 + at));
    const json = (value: unknown) => value as never;
    await owner.product.createMany({
      data: gone.map(
        (id) => ({ ...like, id, options: json(like.options), metafields: json(like.metafields) }) as never,
      ),
    });
    await comparePage(container.services, { storeId: store.id });
    expect(await owner.product.count({ where: { storeId: store.id, id: { in: gone }, deletedAt: null } })).toBe(0);
  });

  it('is looked after every hour from the installation on', async () => {
    const { owner, container, clock } = program();
    const planned = () => owner.scheduledJob.findMany({ where: { storeId: store.id, kind: SWEEP, doneAt: null } });
    const [first] = await waitFor('no sweep is planned', async () => {
      const rows = await planned();
      return rows.length > 0 ? rows : undefined;
    });
    expect((first?.dueAt.getTime() ?? 0) - clock.now().getTime()).toBeLessThanOrEqual(HOUR_MS);
    await startProductSweep(container.services, store.id);
    await container.services.db.fast(marketplaceScope(store.id), (tx) =>
      startSweep(container.services, tx, store.id, { sweptAt: clock.now(), comparedAt: clock.now() }),
    );
    // One for each half past, however often it is planned: two when the clock passed one meanwhile.
    const keys = (await planned()).map((row) => row.key);
    expect(keys.every((key) => new Date(key).getUTCMinutes() === 30)).toBe(true);
    expect(keys.length).toBeLessThanOrEqual(2);
  });

  it('stops when somebody says so, says how far it came, and goes on there', async () => {
    const { container, owner, clock } = program();
    const { services } = container;
    await owner.productLoad.update({
      where: { storeId: store.id },
      data: { finishedAt: null, cursor: null, loaded: 0, startedAt: clock.now() },
    });
    const viewer = { store: { id: store.id }, vendorScope: '*' } as Viewer;
    let requests = 0;
    // Somebody presses the button while the second page is on its way.
    const pressing = async (domain: string) => {
      const platform = await services.adapters.platform(domain);
      const query: typeof platform.query = async (operation, variables) => {
        if (++requests === 5) await controlLoad({ ...services, viewer }, 'stop');
        return platform.query(operation, variables);
      };
      return { ...platform, query };
    };
    await loadProducts({ ...services, adapters: { ...services.adapters, platform: pressing } }, store.id);
    const stopped = await readLoadProgress({ ...services, viewer });
    expect(stopped).toMatchObject({ state: 'stopped' });
    expect(stopped?.loaded).toBeLessThan(platformIds().length);
    await expect(controlLoad({ ...services, viewer }, 'stop')).rejects.toMatchObject({ code: 'invalid_state' });
    await controlLoad({ ...services, viewer }, 'resume');
    const load = await waitFor('the reading does not end', async () => {
      const row = await owner.productLoad.findUnique({ where: { storeId: store.id } });
      return row?.finishedAt ? row : undefined;
    });
    expect(load.loaded).toBe(platformIds().length);
    expect(await readLoadProgress({ ...services, viewer })).toBeNull();
    expect(await livingIds()).toEqual(platformIds());
  });
});
