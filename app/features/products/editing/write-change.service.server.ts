import { updateProduct } from '#app/adapters/shopify/products/product-set.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { ProductWrite } from '#app/adapters/shopify/products/product-input.server.ts';
import { readProduct, type PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import { setStock, type StockChange } from '#app/adapters/shopify/products/stock.server.ts';
import { writeFields } from '#app/adapters/shopify/metaobjects/metafields.server.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { startActing, endActing } from '../mirror/external-change.service.server.ts';
import type { FieldChange } from './product-specifications.service.server.ts';
import { markOfLive, markOfWrite } from './content-hash.server.ts';
import * as repo from './saves.repo.server.ts';

/** The platform moves at most so many levels in one call. */
const BATCH = 250;
/** How often a batch is planned anew when something was sold between reading and writing. */
const TRIES = 4;
const REMEMBERED_HOURS = 24;

/** The mark of a save that has not begun to write the product itself. */
const NOT_WRITTEN = '';

/**
 * Whether this same request was begun and broke off (`begun`), and its save where the platform had taken its write in and
 * the product did not change since: it is gone on with instead of being refused as another's change.
 */
export async function findUnfinished(
  ctx: Ctx,
  live: PlatformProduct,
  fingerprint: string,
): Promise<{ begun: repo.UnfinishedSave | undefined; unfinished: repo.UnfinishedSave | undefined }> {
  const save = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.findSave(tx, live.id));
  const started = save?.fingerprint === fingerprint ? save : undefined;
  return { begun: started, unfinished: started?.contentHash === markOfLive(live) ? started : undefined };
}

type Change = {
  fingerprint: string;
  /** Specifications of the product and of the variants that it has; new variants carry theirs in `write`. */
  fields: readonly FieldChange[];
  write: ProductWrite;
  stock: readonly StockChange[];
};

/**
 * Writes a product and then its stock. What is about to be done is noted first, so that the same request goes on where it
 * broke off. Specifications go first: the platform's own rules for them are the likeliest to be broken. What was written of
 * them before something is refused is taken back, so that a refused save is not half done. Throws platform_failed (502),
 * platform_refused (422), which names the specifications that stand all the same where they could not be taken back.
 */
export async function writeChange(ctx: Ctx, platform: PlatformClient, id: bigint, change: Change): Promise<void> {
  const { fingerprint, fields, write } = change;
  const stockPlan = toPlan(change.stock);
  const planned = fields.map(({ ownerId, namespace, key, from, value }) => ({
    ownerId,
    namespace,
    key,
    from,
    to: value,
  }));
  const save = { fingerprint, contentHash: markOfWrite(write), stockPlan, fields: planned, at: ctx.clock.now() };
  const note = (contentHash: string) =>
    ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.startSave(tx, id, { ...save, contentHash }));
  if (fields.length > 0) {
    await note(NOT_WRITTEN);
    await startActing(ctx, id);
  }
  const written: FieldChange[] = [];
  try {
    await writeFields(platform, fields, (part) => written.push(...part));
    await note(save.contentHash);
    await writeOnce(platform, id, write);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'platform_refused') throw error;
    const refusal = await takeBack(platform, written, error);
    if (fields.length > 0) await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => endActing(tx, id));
    throw refusal;
  }
  // From here on the mark says whose doing it was.
  if (fields.length > 0) await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => endActing(tx, id));
  await moveStock(ctx, platform, id, stockPlan);
}

/** Makes specifications again what they were before a save that was refused. Answers with the refusal to throw. */
async function takeBack(
  platform: PlatformClient,
  written: readonly FieldChange[],
  refusal: AppError,
): Promise<AppError> {
  const remaining = new Set(written);
  try {
    const old = written.map((field) => ({ ...field, value: field.from, field }));
    await writeFields(platform, old, (part) => {
      for (const { field } of part) remaining.delete(field);
    });
    return refusal;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = [...remaining].map(({ path }) => ({ path, rule: 'stands', message: rule('saved_already') }));
    return new AppError(refusal.code, refusal.params, issues);
  }
}

/** The save was taken in: the same request is a new one from now on. */
export function endSave(ctx: Ctx, tx: SqlTx, id: bigint): Promise<void> {
  return repo.endSave(tx, id, new Date(ctx.clock.now().getTime() - REMEMBERED_HOURS * HOUR_MS));
}

/** Writes; when the answer is lost, looks whether the platform has it. */
async function writeOnce(platform: PlatformClient, id: bigint, write: ProductWrite): Promise<void> {
  try {
    await updateProduct(platform, id, write);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'platform_failed') throw error;
    const live = await readProduct(platform, id);
    if (!live || markOfLive(live) !== markOfWrite(write)) throw error;
  }
}

function toPlan(stock: readonly StockChange[]): repo.StockBatch[] {
  const plan: repo.StockBatch[] = [];
  for (let at = 0; at < stock.length; at += BATCH) {
    const changes = stock.slice(at, at + BATCH).map(({ inventoryItemId, locationId, from, to }) => ({
      inventoryItemId: String(inventoryItemId),
      locationId: String(locationId),
      from,
      to,
    }));
    plan.push({ key: crypto.randomUUID(), changes });
  }
  return plan;
}

/** Moves the stock of a save batch by batch; what a batch has moved already it does not move again. What was sold since it was read stays sold: the batch is planned anew over what is there now. */
export async function moveStock(
  ctx: Ctx,
  platform: PlatformClient,
  id: bigint,
  plan: readonly repo.StockBatch[],
): Promise<void> {
  const present = [...plan];
  for (let index = 0; index < present.length; index++) {
    for (let attempt = 1; ; attempt++) {
      const batch = present[index];
      if (!batch) break;
      try {
        await setStock(platform, batch.key, batch.changes.map(toChange));
        break;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict' || attempt === TRIES) throw error;
        present[index] = await replan(platform, id, batch);
        await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.replanSave(tx, id, present));
      }
    }
  }
}

const toChange = ({ inventoryItemId, locationId, from, to }: repo.PlannedChange): StockChange => ({
  inventoryItemId: BigInt(inventoryItemId),
  locationId: BigInt(locationId),
  from,
  to,
});

async function replan(platform: PlatformClient, id: bigint, batch: repo.StockBatch): Promise<repo.StockBatch> {
  const live = await readProduct(platform, id);
  if (!live) throw new AppError('not_found');
  const levels = new Map<string, number>(
    live.variants.flatMap((variant) =>
      variant.levels.map((level) => [`${variant.inventoryItemId}/${level.locationId}`, level.available] as const),
    ),
  );
  const changes = batch.changes.map((change) => {
    const now = levels.get(`${change.inventoryItemId}/${change.locationId}`) ?? null;
    return { ...change, from: now, to: (now ?? 0) + (change.to - (change.from ?? 0)) };
  });
  return { key: crypto.randomUUID(), changes };
}
