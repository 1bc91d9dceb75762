import { createHash } from 'node:crypto';
import type { FieldWrite } from '#app/adapters/shopify/metaobjects/metafields.server.ts';
import type { Issue } from '#app/core/errors.ts';
import { scopeOf, type Viewer } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { checkEntries, type ChosenField } from '#app/features/specifications/entries.service.server.ts';
import { checkFields, type Field } from '#app/features/specifications/product-fields.ts';
import {
  idOf,
  isReserved,
  type Curated,
  type Owner,
  type Specification,
} from '#app/features/specifications/specification.ts';
import { readCurated } from '#app/features/specifications/specifications.service.server.ts';
import { keyOfPrivate } from '#app/platform/uploads/upload.ts';
import { attachUploads, listUploads } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';
import type { PlannedField } from './saves.repo.server.ts';
import { referStoreFiles, type PlacedField } from '../media/store-files.service.server.ts';

/** What is known of the fields of a product and of its variants: only what differs from it is written. */
export type Known = {
  product: readonly Field[];
  variants: readonly { id?: bigint | undefined; metafields: readonly Field[] }[];
};

const GONE = { rule: 'file_gone', message: rule('file_expired') };

/**
 * A product with the specifications that this viewer may write, in the platform's form, and what is wrong with them. Needs
 * the product to be of the viewer's scope.
 */
export async function checkSpecifications(
  ctx: Ctx,
  input: ProductInput,
): Promise<{ input: ProductInput; issues: Issue[] }> {
  const { viewer } = ctx;
  const known = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const curated = await readCurated(tx);
    // A vendor's editor knows nothing of what is hidden from it: conditions on that hide nothing here either.
    const specifications = curated.specifications.filter((spec) => viewer.isAdmin || spec.show);
    const product = input.id === undefined ? undefined : await repo.findProduct(tx, input.id);
    const variants = input.id === undefined ? [] : await repo.listVariants(tx, input.id);
    return { specifications, product, variants };
  });
  const common = {
    specifications: known.specifications,
    isAdmin: viewer.isAdmin,
    currency: viewer.store.currency,
    productType: known.product?.productType ?? '',
  };
  const current = known.product?.metafields ?? [];
  const own = checkFields({ ...common, owner: 'PRODUCT', at: 'metafields', given: input.metafields, current });
  const issues = [...own.issues];
  const around = new Map([...current, ...own.fields].map((field) => [idOf(field), field.value]));
  const before = new Map(known.variants.map((variant) => [variant.id, variant.metafields]));
  const variants = input.variants.map((variant, index) => {
    const checked = checkFields({
      ...common,
      owner: 'PRODUCTVARIANT' as const,
      at: `variants.${index}.metafields`,
      around,
      given: variant.metafields,
      current: before.get(variant.id ?? 0n) ?? [],
    });
    issues.push(...checked.issues);
    return { ...variant, metafields: checked.fields };
  });
  const kept = new Set([...current, ...known.variants.flatMap((variant) => variant.metafields)].map(one));
  const files = [
    ...filesIn(known.specifications, 'PRODUCT', own.fields, 'metafields'),
    ...variants.flatMap((variant, index) =>
      filesIn(known.specifications, 'PRODUCTVARIANT', variant.metafields, `variants.${index}.metafields`),
    ),
  ].filter((file) => !kept.has(one(file.field)));
  if (issues.length === 0) issues.push(...(await checkFiles(ctx, files)));
  const chosen = [
    ...chosenIn('PRODUCT', own.fields, current, 'metafields'),
    ...variants.flatMap(({ id, metafields }, index) =>
      chosenIn('PRODUCTVARIANT', metafields, before.get(id ?? 0n) ?? [], `variants.${index}.metafields`),
    ),
  ];
  if (issues.length === 0) issues.push(...(await checkEntries(ctx, known.specifications, chosen)));
  if (issues.length > 0) return { input: { ...input, metafields: own.fields, variants }, issues };
  const placed = [
    ...placedAt(own.fields, 'metafields'),
    ...variants.flatMap((variant, index) => placedAt(variant.metafields, `variants.${index}.metafields`)),
  ];
  const stored = [...current, ...known.variants.flatMap((variant) => variant.metafields)];
  const { values, issues: foreign } = await referStoreFiles(ctx, placed, stored);
  const refer = (fields: readonly Field[]) =>
    fields.map((field) => ({ ...field, value: values.get(field) ?? field.value }));
  const referred = variants.map((variant) => ({ ...variant, metafields: refer(variant.metafields) }));
  return { input: { ...input, metafields: refer(own.fields), variants: referred }, issues: foreign };
}

const one = (field: Field): string => JSON.stringify([field.namespace, field.key, field.value]);

const placedAt = (fields: readonly Field[], at: string): PlacedField[] =>
  fields.map((field) => ({ field, path: `${at}.${field.namespace}.${field.key}` }));

function chosenIn(owner: Owner, fields: readonly Field[], known: readonly Field[], at: string): ChosenField[] {
  const before = new Map(known.map((field) => [idOf(field), field.value]));
  return placedAt(fields, at).map((placed) => ({ ...placed, owner, before: before.get(idOf(placed.field)) ?? '' }));
}

/** The fields that are addresses of files. */
function filesIn(
  specifications: readonly Specification[],
  owner: Specification['owner'],
  fields: readonly Field[],
  at: string,
): PlacedField[] {
  const ids = new Set(specifications.filter((spec) => spec.upload && spec.owner === owner).map(idOf));
  return placedAt(fields, at).filter(({ field }) => ids.has(idOf(field)) && field.value !== '');
}

/** Refuses files that are not the viewer's own uploads, or that are not there; the others are held, so that they are not swept. */
async function checkFiles(ctx: Ctx, files: readonly PlacedField[]): Promise<Issue[]> {
  if (files.length === 0) return [];
  const keys = files.map(({ field }) => keyOfPrivate(field.value) ?? '');
  const uploads = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => listUploads(tx, keys.filter(Boolean)));
  const home = new URL(ctx.env.SHOPIFY_APP_URL).origin;
  const issues: Issue[] = [];
  const current: bigint[] = [];
  for (const [index, { field, path }] of files.entries()) {
    const upload = uploads.find((known) => known.key === keys[index]);
    const isOurs = upload !== undefined && new URL(field.value).origin === home;
    if (!isOurs || !(await ctx.adapters.files.readBytes(upload.key))) issues.push({ path, ...GONE });
    else current.push(upload.id);
  }
  await ctx.db.fast(scopeOf(ctx.viewer), (tx) => attachUploads(tx, ctx, current, 'product-specification'));
  return issues;
}

/** A field that a save writes: its old value, '' where there is none, and where it stands in the request. */
export type FieldChange = FieldWrite & { from: string; path: string };

const ownerOf = {
  product: (id: bigint) => `gid://shopify/Product/${id}`,
  variant: (id: bigint) => `gid://shopify/ProductVariant/${id}`,
};

/** The fields that a save changes of a product and of the variants that are there; every other one is left alone. */
export function changedFields(
  id: bigint,
  input: Pick<ProductInput, 'metafields' | 'variants'>,
  known: Known,
): FieldChange[] {
  const before = new Map(known.variants.map((variant) => [variant.id, variant.metafields]));
  const own = { ownerId: ownerOf.product(id), at: 'product.metafields' };
  return [
    ...changed(own, input.metafields, known.product),
    ...input.variants.flatMap((variant, index) => {
      if (variant.id === undefined) return [];
      const its = { ownerId: ownerOf.variant(variant.id), at: `product.variants.${index}.metafields` };
      return changed(its, variant.metafields, before.get(variant.id) ?? []);
    }),
  ];
}

function changed(
  { ownerId, at }: { ownerId: string; at: string },
  fields: readonly Field[],
  known: readonly Field[],
): FieldChange[] {
  const values = new Map(known.map((field) => [idOf(field), field.value]));
  return fields.flatMap(({ namespace, key, type, value }) => {
    const from = values.get(idOf({ namespace, key })) ?? '';
    return from === value ? [] : [{ ownerId, namespace, key, type, value, from, path: `${at}.${namespace}.${key}` }];
  });
}

/**
 * What specifications said before a save of ours that broke off: each that it has written is what it was again. What somebody
 * else wrote since stays as it is.
 */
export function beforePlanned(
  id: bigint,
  product: Fields,
  variants: readonly (Fields & { id: bigint })[],
  planned: readonly PlannedField[],
): { product: Fields; variants: Fields[] } {
  const put = (ownerId: string, { metafields }: Fields): Fields => {
    const mine = planned.filter((one) => one.ownerId === ownerId);
    const gone = mine.filter((one) => one.to === '' && !metafields.some((field) => idOf(field) === idOf(one)));
    const kept = metafields.map((field) => {
      const plan = mine.find((one) => idOf(one) === idOf(field));
      return plan?.to === field.value ? { ...field, value: plan.from } : field;
    });
    const back = gone.map(({ namespace, key, from }) => ({ namespace, key, value: from, type: '' }));
    return { metafields: [...kept, ...back].filter((field) => field.value !== '') };
  };
  return {
    product: put(ownerOf.product(id), product),
    variants: variants.map((variant) => put(ownerOf.variant(variant.id), variant)),
  };
}

type Fields = { metafields: readonly Field[] };

/** What a product's specifications say, as part of its version: another's change of one is another version. */
export function specificationMark({ specifications }: Curated, product: Fields, variants: readonly Fields[]): string {
  if (specifications.length === 0) return '';
  const ids = new Set(specifications.map(idOf));
  const values = [product, ...variants].map(({ metafields }) =>
    metafields
      .filter((field) => ids.has(idOf(field)))
      .map(one)
      .sort(),
  );
  return `~${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 10)}`;
}

/** The fields that a viewer may read: what belongs to apps, and what the marketplace keeps to itself, is not shown to vendors. */
export function readableFields<One extends Pick<Field, 'namespace' | 'key'>>(
  viewer: Pick<Viewer, 'isAdmin'>,
  curated: Curated,
  owner: Owner,
  fields: readonly One[],
): One[] {
  if (viewer.isAdmin) return [...fields];
  // A product's field and a variant's of the same name are two: hiding one hides nothing of the other.
  const hidden = new Set(curated.specifications.filter((spec) => spec.owner === owner && !spec.show).map(idOf));
  return fields.filter((field) => !isReserved(field.namespace) && !hidden.has(idOf(field)));
}

/** What specifications are called, by their owner and then by the names of their fields. */
export async function readNames(tx: SqlTx): Promise<Record<Owner, ReadonlyMap<string, Specification>>> {
  const { specifications } = await readCurated(tx);
  const of = (owner: Owner) =>
    new Map(specifications.filter((spec) => spec.owner === owner).map((spec) => [idOf(spec), spec]));
  return { PRODUCT: of('PRODUCT'), PRODUCTVARIANT: of('PRODUCTVARIANT') };
}
