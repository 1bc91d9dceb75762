import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { refreshProducts } from '#app/features/products/mirror/refresh.service.server.ts';
import { comparePage } from '#app/features/products/mirror/sweep.service.server.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { productPayload } from '#sandbox/platform/payloads/product.ts';
import { deleteProduct, updateProduct, updateVariants } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildLiveProduct, setProductRules } from '#tests/factories/live-products.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Logs = ProductDetail['logs'];
let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'North' });
  seller = await buildUser({ vendor });
  admin = await buildAdmin({ store });
  await waitFor(
    'the first reading is not over',
    async () => (await program().owner.productLoad.findUnique({ where: { storeId: store.id } }))?.finishedAt,
    60_000,
  );
});
afterAll(() => program().stop());

const sandbox = () => {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[store.domain];
  if (!running || !shop) throw new Error('the sandbox has the store');
  return { running, shop };
};
const atPlatform = (id: string) => {
  const product = sandbox().shop.products[id];
  if (!product) throw new Error('the platform has the product');
  return product;
};
const save = async (product: object = {}): Promise<string> => {
  const answer = await api(seller).put('/products-v2', { product: { ...buildProductInput(), ...product } });
  expect(answer.body).toMatchObject({ productId: expect.any(String) as string });
  return answer.as<{ productId: string }>().productId;
};
/** Every word of the platform has come, and what follows from it was done. */
const settled = async () => {
  await sandbox().running.webhooks.drain();
  await program().drain();
};
const logsOf = async (id: string, by = seller) => (await api(by).get(`/logs/product/${id}`)).as<{ logs: Logs }>().logs;
const listPlatformLogs = async (id: string) => (await logsOf(id)).filter((log) => log.actor.kind === 'platform');
/** Times of the platform are whole seconds, and what we made a moment ago shall be older than what happens next. */
const later = () => {
  program().clock.advance({ seconds: 2 });
};

describe('what the merchant changes in the store admin', () => {
  it('is in the log once, from what to what, and nothing of the first reading is', async () => {
    const { running, shop } = sandbox();
    expect(await program().owner.auditEvent.count({ where: { storeId: store.id, subject: 'product' } })).toBe(0);
    const id = await save({ title: 'Bowl' });
    await settled();
    expect((await logsOf(id)).map((log) => log.action)).toEqual(['created']);
    later();
    const product = atPlatform(id);
    const [variant] = product.variants;
    updateProduct(running, shop, product, { title: 'Cup', status: 'ACTIVE' });
    await settled();
    later();
    updateVariants(running, shop, product, [{ id: variant?.id ?? 0, priceMinor: 999 }]);
    await settled();
    const logs = await listPlatformLogs(id);
    expect(logs.map(({ action, changes }) => [action, changes])).toEqual([
      ['updated', [{ field: 'price', old: '28', new: '9.99' }]],
      [
        'updated',
        [
          { field: 'title', old: 'Bowl', new: 'Cup' },
          { field: 'status', old: 'DRAFT', new: 'ACTIVE' },
        ],
      ],
    ]);
    expect(logs[0]?.actor).toMatchObject({ name: '', role: 'store-admin' });
  });

  it('of more variants than an event reports leaves the others as they are, and what only the marketplace keeps of them', async () => {
    const { running, shop } = sandbox();
    const sizes = Array.from({ length: 120 }, (_, index) => `Size ${index + 1}`);
    const dimensions = { width: 10, height: 5, length: 10, dimUnit: 'cm' };
    const id = await save({
      title: 'Many sizes',
      options: [{ name: 'Size', values: sizes }],
      variants: sizes.map((value) => ({ price: '28.00', stock: 1, options: [{ name: 'Size', value }], dimensions })),
    });
    await settled();
    later();
    const product = atPlatform(id);
    updateVariants(running, shop, product, [{ id: product.variants[7]?.id ?? 0, priceMinor: 999 }]);
    const reported = productPayload(shop, product, () => '');
    expect([(reported.variants as unknown[]).length, (reported.variant_gids as unknown[]).length]).toEqual([100, 120]);
    await settled();
    const kept = await program().owner.variant.findMany({ where: { storeId: store.id, productId: BigInt(id) } });
    expect(kept.filter((one) => one.dimensions !== null)).toHaveLength(120);
    expect(kept.filter((one) => one.priceMinor === 999n)).toHaveLength(1);
    const logs = await listPlatformLogs(id);
    expect(logs.map((log) => log.changes.map((change) => change.field))).toEqual([['price']]);
  });

  it('has the tags that were given and taken there, and none of ours', async () => {
    const { running, shop } = sandbox();
    const id = await save({ title: 'Tagged' });
    await settled();
    later();
    updateProduct(running, shop, atPlatform(id), { tags: ['spring', 'new'] });
    await settled();
    later();
    expect((await api(admin).post('/products/bulk', { action: 'add_tags', ids: [id], tags: ['ours'] })).status).toBe(
      202,
    );
    const { services } = program().container;
    const due = createJobRunner({ ...services, handlers: scheduledJobHandlers(services) });
    while (await due.runNext());
    await settled();
    const logs = await logsOf(id);
    expect(logs.map(({ actor, changes }) => [actor.kind, changes])).toEqual([
      ['person', [{ field: 'tags', old: 'new; spring', new: 'new; ours; spring' }]],
      ['platform', [{ field: 'tags', old: null, new: 'new; spring' }]],
      ['person', []],
    ]);
  });

  it('is in the log of its new vendor where it was given to another', async () => {
    const { running, shop } = sandbox();
    const other = await buildVendor({ store, name: 'South' });
    const id = await save({ title: 'Given away' });
    await settled();
    later();
    updateProduct(running, shop, atPlatform(id), { vendor: other.name });
    await settled();
    expect((await api(seller).get(`/logs/product/${id}`)).status).toBe(404);
    const logs = await logsOf(id, await buildUser({ vendor: other }));
    expect(logs.map((log) => log.changes)).toEqual([[{ field: 'vendor', old: 'North', new: 'South' }]]);
  });

  it('is found and logged by the comparison where no webhook came', async () => {
    const { running, shop } = sandbox();
    const id = await save({ title: 'Told of nothing' });
    await settled();
    later();
    running.faults.add({ target: 'webhooks', operation: null, kind: 'drop', status: 500, remaining: null, delayMs: 0 });
    updateProduct(running, shop, atPlatform(id), { title: 'Found all the same' });
    running.faults.clear();
    await comparePage(program().container.services, { storeId: store.id });
    await settled();
    expect((await listPlatformLogs(id)).map((log) => log.changes)).toEqual([
      [{ field: 'title', old: 'Told of nothing', new: 'Found all the same' }],
    ]);
  });

  it('leaves an entry of a deletion, whether it was reported or found', async () => {
    const { running, shop } = sandbox();
    const deletions = (id: string) =>
      program().owner.auditEvent.count({ where: { storeId: store.id, subjectId: id, action: 'deleted' } });
    const [reported, found] = [await save({ title: 'Deleted there' }), await save({ title: 'Gone there' })];
    await settled();
    later();
    deleteProduct(running, shop, atPlatform(reported));
    running.faults.add({ target: 'webhooks', operation: null, kind: 'drop', status: 500, remaining: null, delayMs: 0 });
    deleteProduct(running, shop, atPlatform(found));
    running.faults.clear();
    await comparePage(program().container.services, { storeId: store.id });
    await settled();
    expect([await deletions(reported), await deletions(found)]).toEqual([1, 1]);
  });
});

describe('what the merchant changes while a held change is decided on', () => {
  const holding = async (title: string) => {
    const live = await buildLiveProduct(seller, admin, { title });
    const expected = { ...live, title: `${title}, wanted`, version: live.version };
    expect((await api(seller).put('/products-v2', { product: expected })).status).toBe(200);
    await settled();
    later();
    const change = await program().owner.productChange.findFirstOrThrow({
      where: { storeId: store.id, productId: BigInt(live.id) },
    });
    return { id: live.id, changeId: String(change.id) };
  };
  /** The merchant does something of which the platform tells nothing. */
  const untold = (work: () => void) => {
    const { running } = sandbox();
    running.faults.add({ target: 'webhooks', operation: null, kind: 'drop', status: 500, remaining: null, delayMs: 0 });
    work();
    running.faults.clear();
  };

  it('is in the log beside the decision', async () => {
    await setProductRules(admin, { hold: 'content' });
    const { id, changeId } = await holding('Decided on');
    const { running, shop } = sandbox();
    untold(() => {
      updateProduct(running, shop, atPlatform(id), { descriptionHtml: '<p>Meanwhile.</p>' });
    });
    expect((await api(admin).patch(`/products/changes/${changeId}`, { action: 'apply' })).status).toBe(200);
    await settled();
    expect((await listPlatformLogs(id)).map((log) => log.changes.map((change) => change.field))).toEqual([
      ['description'],
    ]);
    expect((await logsOf(id)).map((log) => log.action)).toContain('change_applied');
  });

  it('is in the log where it was a deletion', async () => {
    const { id, changeId } = await holding('Deleted meanwhile');
    const { running, shop } = sandbox();
    untold(() => {
      deleteProduct(running, shop, atPlatform(id));
    });
    expect((await api(admin).patch(`/products/changes/${changeId}`, { action: 'apply' })).status).toBe(404);
    const deleted = { storeId: store.id, subjectId: id, action: 'deleted' };
    expect(await program().owner.auditEvent.count({ where: deleted })).toBe(1);
    await setProductRules(admin, { hold: 'free' });
  });
});

describe('what is done here', () => {
  it('is in the log as ours alone, whatever the platform reports of it and when', async () => {
    const id = await save({ title: 'Ours' });
    await settled();
    later();
    const { product } = (await api(seller).get(`/products-v2/${id}`)).as<ProductDetail>();
    const [variant] = product.variants;
    const edited = { ...buildProductInput(), id, title: 'Ours, edited', version: product.version };
    const variants = [{ ...buildProductInput().variants[0], id: variant?.id }];
    expect((await api(seller).put('/products-v2', { product: { ...edited, variants } })).status).toBe(200);
    await settled();
    for (const action of ['approve', 'unapprove', 'delete']) {
      later();
      expect((await api(admin).patch(`/product-v2/${id}/${action}`, {})).status).toBe(200);
      await settled();
    }
    const events = await program().owner.auditEvent.findMany({
      where: { storeId: store.id, subjectId: id },
      orderBy: { id: 'asc' },
    });
    expect(events.map((event) => event.action)).toEqual(['created', 'updated', 'approved', 'sent_back', 'deleted']);
    expect(events.every((event) => (event.actor as { kind: string }).kind === 'person')).toBe(true);
  });
});

describe('a reading', () => {
  it('that we overtook within the second that the platform names undoes nothing, and is made again', async () => {
    // From the beginning of a second on, so that both happen within it.
    const { clock } = program();
    clock.set(new Date(Math.ceil(clock.now().getTime() / 1000 + 2) * 1000));
    const product = await buildLiveProduct(seller, admin, { title: 'Overtaken' });
    const { services } = program().container;
    // The platform has answered; before the answer is here, an admin sends the product back.
    let isOvertaken = false;
    const platform: typeof services.adapters.platform = async (domain) => {
      const client = await services.adapters.platform(domain);
      const query: typeof client.query = async (...requested) => {
        const answer = await client.query<never>(...requested);
        if (!isOvertaken) await api(admin).patch(`/product-v2/${product.id}/unapprove`, {});
        isOvertaken = true;
        return answer;
      };
      return { ...client, query };
    };
    const adapters = { ...services.adapters, platform };
    await refreshProducts({ ...services, adapters }, store.id, [BigInt(product.id)]);
    expect(isOvertaken).toBe(true);
    expect((await program().owner.product.findMany({ where: { id: BigInt(product.id) } }))[0]?.status).toBe('DRAFT');
    await settled();
    expect((await logsOf(product.id)).map((log) => [log.action, log.actor.kind])[0]).toEqual(['sent_back', 'person']);
    expect(await listPlatformLogs(product.id)).toEqual([]);
  });
});

describe('words that come twice and out of order', () => {
  it('add no second entry, and none that leads back to what was', async () => {
    const { shop } = sandbox();
    const id = await save({ title: 'Title 0' });
    await settled();
    const product = atPlatform(id);
    const began = Date.parse(product.updatedAt);
    const words = Array.from({ length: 8 }, (_, index) =>
      productPayload(
        shop,
        { ...product, title: `Title ${index + 1}`, updatedAt: new Date(began + (index + 1) * 2_000).toISOString() },
        () => 'https://cdn.shopify.com/1.jpg',
      ),
    );
    const deliver = async (order: readonly number[]) => {
      for (const index of order) {
        const payload = words[index];
        if (payload) expect(await deliverWebhook({ shop: store.domain, topic: 'products/update', payload })).toBe(200);
      }
      await waitFor(
        'words are open',
        async () => (await program().owner.webhookDelivery.count({ where: { state: 'pending' } })) === 0,
      );
    };
    await deliver([2, 0, 2, 5, 1, 3, 5, 7, 6, 4, 7]);
    const once = await listPlatformLogs(id);
    const numbers = once.flatMap((log) => log.changes).map((change) => Number(change.new?.split(' ')[1]));
    // Newest first: each entry leads on from the one before, to the newest word.
    expect(numbers[0]).toBe(8);
    expect([...numbers].sort((a, b) => b - a)).toEqual(numbers);
    expect(new Set(numbers).size).toBe(numbers.length);
    once.forEach((log, index) => {
      expect(log.changes[0]?.old).toBe(once[index + 1]?.changes[0]?.new ?? 'Title 0');
    });
    await deliver([7, 0, 6, 1, 5, 2, 4, 3]);
    expect(await listPlatformLogs(id)).toEqual(once);
  });
});

it('a product that is archived at the store is not changed, also where a report of a later second says otherwise', async () => {
  const product = await buildLiveProduct(seller, admin);
  await settled();
  const reported = new Date(program().clock.now().getTime() + 60_000);
  await program().owner.product.updateMany({
    where: { storeId: store.id, id: BigInt(product.id) },
    data: { status: 'ACTIVE', platformUpdatedAt: reported },
  });
  atPlatform(product.id).status = 'ARCHIVED';
  const answer = await api(seller).put('/products-v2', {
    product: { ...product, version: undefined, title: 'Changed' },
  });
  expect([answer.status, answer.body]).toMatchObject([409, { reason: 'product_archived' }]);
  expect(atPlatform(product.id).title).toBe(product.title);
});
