import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import { toInput, type ProductWrite } from './product-input.server.ts';
import { CREATE_PRODUCT, READ_OPERATION, SET_PRODUCT } from './products.operations.server.ts';
import { findProductByHandle, type NamedProduct } from './product-handles.server.ts';
import type { CreateProductMutation, ReadProductOperationQuery, SetProductMutation } from '../operations.generated.ts';

/** The platform does a product of more variants in its own time, and says on asking when it is done. */
const MAX_AT_ONCE = 100;
/** Pauses between two questions in ms: short ones first, then one a second. */
const PAUSES_MS = [100, 200, 300, 500, 700, ...Array<number>(80).fill(1_000)];

/**
 * Makes a product under a handle that was free. After a lost answer it looks whether the product is there under that handle,
 * so that trying again makes no second one. Throws platform_failed (502) when the platform does not say how it ended.
 */
export async function createProduct(platform: PlatformClient, write: ProductWrite, handle: string): Promise<bigint> {
  try {
    const { productSet } = await platform.mutate<CreateProductMutation>(CREATE_PRODUCT, {
      input: { ...toInput(write), handle },
      synchronous: isDoneAtOnce(write),
    });
    return await finish(platform, productSet);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'platform_failed') throw error;
    const made = await findWhole(platform, handle, write);
    if (!made) throw error;
    return made.id;
  }
}

/** The product that was made under a handle, once it has all its variants; undefined when it is another's, or does not get them. */
async function findWhole(
  platform: PlatformClient,
  handle: string,
  write: ProductWrite,
): Promise<NamedProduct | undefined> {
  for (const pause of [0, ...PAUSES_MS.slice(0, 12)]) {
    await sleep(pause);
    const made = await findProductByHandle(platform, handle);
    if (made?.vendor !== write.vendor || made.title !== write.title) return undefined;
    if (made.variantCount === write.variants.length) return made;
  }
  return undefined;
}

/** Writes the whole of a product over what it was, in one change. */
export async function updateProduct(platform: PlatformClient, id: bigint, write: ProductWrite): Promise<void> {
  const hasNewMedia = write.media.some((medium) => 'source' in medium);
  const { productSet } = await platform.mutate<SetProductMutation>(
    SET_PRODUCT,
    { identifier: { id: buildGid('Product', id) }, input: toInput(write), synchronous: isDoneAtOnce(write) },
    { idempotent: !hasNewMedia },
  );
  await finish(platform, productSet);
}

const isDoneAtOnce = ({ variants }: ProductWrite): boolean => variants.length <= MAX_AT_ONCE;

/** The id of the product that was written, once the platform is done with it. */
async function finish(platform: PlatformClient, productSet: SetProductMutation['productSet']): Promise<bigint> {
  const { product, productSetOperation, userErrors } = requireAnswer(productSet);
  refuseUserErrors(userErrors);
  if (productSetOperation) return waitFor(platform, productSetOperation.id);
  invariant(product, 'the platform answers a product or user errors');
  return idOfGid(product.id);
}

async function waitFor(platform: PlatformClient, operationId: string): Promise<bigint> {
  for (const pause of PAUSES_MS) {
    await sleep(pause);
    const { productOperation } = await platform.query<ReadProductOperationQuery>(READ_OPERATION, {
      id: operationId,
    });
    if (!productOperation) break;
    if (productOperation.status !== 'COMPLETE') continue;
    refuseUserErrors(productOperation.userErrors);
    if (productOperation.product) return idOfGid(productOperation.product.id);
    break;
  }
  throw new AppError('platform_failed');
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
