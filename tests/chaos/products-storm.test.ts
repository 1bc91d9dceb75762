import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparePage } from '#app/features/products/mirror/sweep.service.server.ts';
import { createProduct, deleteProduct, updateProduct, updateVariants } from '#sandbox/platform/store/products.ts';
import { connectLevel, disconnectLevel, setStock } from '#sandbox/platform/store/inventory.ts';
import type { Product } from '#sandbox/core/state.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { noteCount, scaled, SEED } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

/** What a merchant does in the store admin, one after the other. */
const EDITS = scaled(10_000, 100);
const LIMIT_MS = 60_000 + EDITS * 100;
const VENDORS = ['Atelier Nour', 'Somebody new', 'Somebody else', ''];
const STATUSES = ['ACTIVE', 'DRAFT', 'ARCHIVED'] as const;

let store: BuiltStore;
let state = SEED * 7919;
/** A small generator with a seed, so that a failing run can be played again. */
const random = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await waitFor(
    'the first reading is not over',
    async () => (await program().owner.productLoad.findUnique({ where: { storeId: store.id } }))?.finishedAt,
    LIMIT_MS,
  );
}, LIMIT_MS);
afterAll(() => program().stop());

const world = () => {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[store.domain];
  if (!running || !shop) throw new Error('the sandbox has the store');
  return { sandbox: running, shop };
};

/** A tenth of the webhooks is dropped, as many come twice, and as many after the next one. */
function disturb(): void {
  const { sandbox } = world();
  const kind = (['drop', 'duplicate', 'reorder'] as const)[Math.floor(random() * 10)];
  if (!kind) return;
  sandbox.faults.add({ target: 'webhooks', operation: null, kind, status: 500, remaining: 1, delayMs: 0 });
}

function editOne(products: readonly Product[], index: number): void {
  const { sandbox, shop } = world();
  const product = pick(products);
  const [variant] = product.variants;
  const acts = [
    () => updateProduct(sandbox, shop, product, { title: `Edited ${index}` }),
    () => updateProduct(sandbox, shop, product, { vendor: pick(VENDORS) }),
    () => updateProduct(sandbox, shop, product, { status: pick(STATUSES) }),
    () => updateProduct(sandbox, shop, product, { tags: [`Tag ${index % 7}`, 'Storm'] }),
    () =>
      variant &&
      updateVariants(sandbox, shop, product, [{ id: variant.id, priceMinor: 100 + index, sku: `S-${index}` }]),
    () => variant && setStock(sandbox, shop, variant, shop.locations[0]?.id ?? 0, index % 40),
    // Kept at another location too, or no longer.
    () => {
      const levels = variant?.inventory.levels ?? [];
      const other = shop.locations.find((location) => levels.every((level) => level.locationId !== location.id));
      if (variant && other) connectLevel(sandbox, shop, variant, other.id, index % 30);
      else if (variant && levels[0] && levels.length > 1)
        disconnectLevel(sandbox, shop, variant, pick(levels).locationId);
    },
    () => createProduct(sandbox, shop, { title: `Made ${index}`, vendor: pick(VENDORS) }),
    () => {
      deleteProduct(sandbox, shop, product);
    },
    // A bulk change: many products in one moment.
    () => {
      for (const one of products.slice(index % 5, (index % 5) + 10)) {
        disturb();
        updateProduct(sandbox, shop, one, { productType: `Kind ${index}` });
      }
    },
  ];
  disturb();
  pick(acts)();
}

/** Every product as both sides describe it, by id. */
function atPlatform(): Map<string, object> {
  const { shop } = world();
  return new Map(
    Object.values(shop.products).map((product) => [
      String(product.id),
      {
        title: product.title,
        vendor: product.vendor,
        status: product.status,
        type: product.productType,
        tags: product.tags,
        at: Math.floor(Date.parse(product.updatedAt) / 1000),
        variants: product.variants
          .map((one) => ({
            id: one.id,
            sku: one.sku,
            price: one.priceMinor,
            stock: one.inventory.levels.reduce((sum, level) => sum + level.available, 0),
          }))
          .sort((one, other) => one.id - other.id),
      },
    ]),
  );
}

async function mirrored(): Promise<Map<string, object>> {
  const rows = await program().owner.product.findMany({
    where: { storeId: store.id, deletedAt: null },
    include: { variants: true },
  });
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        title: row.title,
        vendor: row.vendorName,
        status: row.status,
        type: row.productType,
        tags: row.tags,
        at: Math.floor(row.platformUpdatedAt.getTime() / 1000),
        variants: row.variants
          .map((one) => ({ id: Number(one.id), sku: one.sku, price: Number(one.priceMinor), stock: one.stock }))
          .sort((one, other) => one.id - other.id),
      },
    ]),
  );
}

const sorted = (products: Map<string, object>) => [...products].sort(([one], [other]) => Number(one) - Number(other));
const differences = async () => {
  const [ours, theirs] = [await mirrored(), atPlatform()];
  const ids = new Set([...ours.keys(), ...theirs.keys()]);
  return [...ids].filter((id) => JSON.stringify(ours.get(id)) !== JSON.stringify(theirs.get(id)));
};

test(
  `the mirror equals the platform product by product after ${EDITS} edits whose webhooks are dropped, doubled and out of order`,
  { timeout: LIMIT_MS * 3 },
  async () => {
    const began = new Date(program().clock.now().getTime() - 60_000);
    const { sandbox, shop } = world();
    // More variants than one word of the platform tells of.
    const sizes = Array.from({ length: 150 }, (_, index) => `Size ${index + 1}`);
    createProduct(sandbox, shop, {
      title: 'Many sizes',
      vendor: pick(VENDORS),
      options: [{ name: 'Size', values: sizes }],
      variants: sizes.map((size) => ({ optionValues: [size], priceMinor: 100 })),
    });
    for (let index = 0; index < EDITS; index++) {
      editOne(Object.values(world().shop.products), index);
      // Now and then the webhooks catch up, so that later ones meet what earlier ones left.
      if (index % 25 === 24) await sandbox.webhooks.drain();
    }
    sandbox.faults.clear();
    await sandbox.webhooks.drain();
    await waitFor(
      'deliveries are open',
      async () =>
        (await program().owner.webhookDelivery.count({ where: { state: { in: ['pending', 'waiting'] } } })) === 0,
      LIMIT_MS,
    );
    noteCount('edits', EDITS);
    noteCount('webhooks dropped', sandbox.webhooks.list().filter((delivery) => delivery.state === 'dropped').length);
    noteCount('products that differed before the sweep', (await differences()).length);
    const { services } = program().container;
    await comparePage(services, { storeId: store.id, since: began });
    await comparePage(services, { storeId: store.id });
    // Whether it came to that is said by what follows, which shows the difference.
    await waitFor('the same', async () => (await differences()).length === 0, LIMIT_MS / 3).catch(() => undefined);
    expect(sorted(await mirrored())).toEqual(sorted(atPlatform()));
    const vendors = await program().owner.product.findMany({
      where: { storeId: store.id, deletedAt: null, vendorId: null },
    });
    expect(vendors.every((row) => row.vendorName === '')).toBe(true);
    const counted = await program().owner.productCount.aggregate({
      where: { storeId: store.id },
      _sum: { step: true },
    });
    expect(counted._sum.step).toBe(atPlatform().size);
  },
);
