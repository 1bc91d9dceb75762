import { trimSign } from '#app/core/text/markup.ts';
import { type PlatformClient, idOfGid } from '../client.server.ts';
import { PRODUCT_BY_HANDLE } from './products.operations.server.ts';
import type { PlatformStatus } from './products.server.ts';
import type { ProductByHandleQuery } from '../operations.generated.ts';

export type NamedProduct = { id: bigint; title: string; vendor: string; status: PlatformStatus; variantCount: number };

/** The product that has a handle. */
export async function findProductByHandle(platform: PlatformClient, handle: string): Promise<NamedProduct | undefined> {
  const { productByIdentifier: found } = await platform.query<ProductByHandleQuery>(PRODUCT_BY_HANDLE, {
    handle,
  });
  if (!found) return undefined;
  const { id, title, vendor, status, variantsCount } = found;
  return { id: idOfGid(id), title, vendor, status, variantCount: variantsCount?.count ?? 0 };
}

/** A handle that no product has yet, made from a title. */
export async function findFreeHandle(platform: PlatformClient, title: string): Promise<string> {
  const base = formatSlug(title);
  for (let suffix = 1; suffix <= 20; suffix++) {
    const handle = suffix === 1 ? base : `${base}-${suffix}`;
    if (!(await findProductByHandle(platform, handle))) return handle;
  }
  return `${base}-${crypto.randomUUID().slice(0, 8)}`;
}

/** A title as the platform writes it into an address. */
function formatSlug(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
  return trimSign(plain.replace(/[^a-z0-9]+/g, '-'), '-').slice(0, 200) || 'product';
}
