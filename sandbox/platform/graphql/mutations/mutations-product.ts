import { idOfGid, toGid } from '../../../core/gid.ts';
import { Refusal } from '../../../core/kernel.ts';
import type { InventoryItem, Product, ProductStatus, Shop } from '../../../core/state.ts';
import { findCollection, publishCollection } from '../../store/collections.ts';
import { createFile, readKind } from '../../store/files.ts';
import { resolveNamespace, setMetafield } from '../../store/metafields.ts';
import { displayNameOf } from '../../store/metaobjects.ts';
import {
  createProduct,
  deleteProduct,
  publishProduct,
  touchProduct,
  updateProduct,
  updateVariants,
} from '../../store/products.ts';
import type { ProductWrite, VariantWrite } from '../../store/write-product.ts';
import { answerErrors, readAmount } from '../context.ts';
import type { Context, View } from '../context.ts';
import { productOfGid } from '../queries.ts';
import { startOperation } from '../operations.ts';
import { collectionView } from '../views/views-collection.ts';
import { productView, variantView } from '../views/views-product.ts';
import { shopView } from '../views/views-shop.ts';

type FileArgs = {
  id?: string | null;
  originalSource?: string | null;
  alt?: string | null;
  contentType?: string | null;
  filename?: string | null;
};
type MetafieldArgs = { namespace?: string | null; key?: string | null; type?: string | null; value?: string | null };
type ItemArgs = {
  sku?: string | null;
  tracked?: boolean | null;
  requiresShipping?: boolean | null;
  cost?: string | null;
  measurement?: { weight?: InventoryItem['weight'] | null } | null;
};
type VariantArgs = {
  id?: string | null;
  optionValues?:
    | {
        name?: string | null;
        optionName?: string | null;
        optionId?: string | null;
        id?: string | null;
        linkedMetafieldValue?: string | null;
      }[]
    | null;
  sku?: string | null;
  barcode?: string | null;
  price?: string | null;
  compareAtPrice?: string | null;
  taxable?: boolean | null;
  inventoryPolicy?: 'DENY' | 'CONTINUE' | null;
  inventoryItem?: ItemArgs | null;
  inventoryQuantities?: { locationId: string; quantity?: number; availableQuantity?: number; name?: string }[] | null;
  metafields?: MetafieldArgs[] | null;
  mediaId?: string | null;
  file?: FileArgs | null;
};
type ProductArgs = {
  id?: string | null;
  title?: string | null;
  handle?: string | null;
  descriptionHtml?: string | null;
  vendor?: string | null;
  productType?: string | null;
  templateSuffix?: string | null;
  status?: ProductStatus | null;
  tags?: string[] | null;
  seo?: { title?: string | null; description?: string | null } | null;
  productOptions?:
    | {
        id?: string | null;
        name?: string | null;
        position?: number | null;
        linkedMetafield?: { namespace: string; key: string; values?: string[] | null } | null;
        values?: { id?: string | null; name?: string | null }[] | null;
      }[]
    | null;
  variants?: VariantArgs[] | null;
  files?: FileArgs[] | null;
  metafields?: MetafieldArgs[] | null;
};

export function productMutations(context: Context): View {
  const { sandbox, shop } = context;
  const payload = (product: Product): View => ({ product: productView(context, product) });
  const publish =
    (wanted: 'on' | 'off') =>
    (args: { id: string; input: { publicationId?: string | null }[] }): View =>
      answerErrors(() => {
        const collection = findCollection(shop, idOfGid(args.id, 'Collection'));
        const product = collection ? null : requireProduct(context, args.id, 'id');
        const ids = args.input.map((entry, index) => {
          const id = idOfGid(entry.publicationId, 'Publication');
          if (id === null || !shop.publications.some((publication) => publication.id === id))
            throw new Refusal(
              'Publication does not exist or is not publishable',
              ['input', String(index), 'publicationId'],
              'NOT_FOUND',
            );
          return id;
        });
        if (product) publishProduct(sandbox, shop, product, ids, wanted);
        if (collection) publishCollection(sandbox, collection, ids, wanted);
        const publishable = product ? productView(context, product) : collection && collectionView(context, collection);
        return { publishable, shop: () => shopView(context) };
      }, 'UserError');
  return {
    productSet: (args: {
      identifier?: { id?: string; handle?: string } | null;
      input: ProductArgs;
      synchronous?: boolean;
    }) =>
      answerErrors(() => {
        const set = (): Product => {
          const existing = findExisting(context, args.identifier);
          const write = readProduct(context, args.input, existing);
          const { handle } = args.input;
          if (!existing && handle != null && findExisting(context, { handle }))
            throw new Refusal(
              'Handle already in use. Please provide a new handle.',
              ['input', 'handle'],
              'HANDLE_NOT_UNIQUE',
            );
          const product = existing ?? createProduct(sandbox, shop, write);
          if (existing) updateProduct(sandbox, shop, existing, write);
          // A list of productSet is the whole list: what it leaves out is taken away.
          dropUnnamed(context, toGid('Product', product.id), args.input.metafields);
          writeMetafields(context, toGid('Product', product.id), args.input.metafields, ['input', 'metafields']);
          writeVariantMetafields(context, product, args.input.variants);
          return product;
        };
        if (args.synchronous === false)
          return { product: null, productSetOperation: startOperation(context, () => set().id) };
        return { ...payload(set()), productSetOperation: null };
      }, 'ProductSetUserError'),
    productUpdate: (args: {
      product?: ProductArgs | null;
      media?: { originalSource: string; alt?: string | null; mediaContentType: string }[] | null;
    }) =>
      answerErrors(() => {
        const product = requireProduct(context, args.product?.id, 'id');
        const added = (args.media ?? []).map(
          (media) =>
            createFile(sandbox, shop, {
              originalSource: media.originalSource,
              alt: media.alt ?? null,
              contentType: readKind(media.mediaContentType) ?? 'IMAGE',
            }).id,
        );
        updateProduct(sandbox, shop, product, {
          ...readProduct(context, args.product ?? {}, product),
          ...(added.length > 0 ? { mediaIds: [...product.mediaIds, ...added] } : {}),
        });
        writeMetafields(context, toGid('Product', product.id), args.product?.metafields, ['product', 'metafields']);
        return payload(product);
      }, 'UserError'),
    productDelete: (args: { input: { id: string } }) =>
      answerErrors(() => {
        const product = requireProduct(context, args.input.id, 'id');
        deleteProduct(sandbox, shop, product);
        return { deletedProductId: args.input.id, productDeleteOperation: null, shop: () => shopView(context) };
      }, 'UserError'),
    productVariantsBulkUpdate: (args: { productId: string; variants: VariantArgs[] }) =>
      answerErrors(() => {
        const product = requireProduct(context, args.productId, 'productId');
        const changed = updateVariants(
          sandbox,
          shop,
          product,
          args.variants.map((variant, index) =>
            readVariant(context, { names: product.options.map((option) => option.name) }, variant, [
              'variants',
              String(index),
            ]),
          ),
        );
        writeVariantMetafields(context, product, args.variants);
        return {
          ...payload(product),
          productVariants: changed.map((variant) => variantView(context, product, variant)),
        };
      }, 'ProductVariantsBulkUpdateUserError'),
    publishablePublish: publish('on'),
    publishableUnpublish: publish('off'),
    tagsAdd: (args: { id: string; tags: string[] }) =>
      answerErrors(() => changeTags(context, args.id, (tags) => [...tags, ...args.tags]), 'UserError'),
    tagsRemove: (args: { id: string; tags: string[] }) =>
      answerErrors(
        () => changeTags(context, args.id, (tags) => tags.filter((tag) => !args.tags.includes(tag))),
        'UserError',
      ),
  };
}

function requireProduct(context: Context, gid: string | null | undefined, field: string): Product {
  const product = productOfGid(context, gid);
  if (!product) throw new Refusal('Product does not exist', [field], 'PRODUCT_DOES_NOT_EXIST');
  return product;
}

function findExisting(
  context: Context,
  identifier: { id?: string; handle?: string } | null | undefined,
): Product | null {
  if (identifier?.id) return requireProduct(context, identifier.id, 'identifier');
  return identifier?.handle
    ? (Object.values(context.shop.products).find((product) => product.handle === identifier.handle) ?? null)
    : null;
}

function changeTags(context: Context, gid: string, change: (tags: string[]) => string[]): View {
  const { sandbox, shop } = context;
  const orderId = idOfGid(gid, 'Order');
  const order = orderId === null ? undefined : shop.orders[String(orderId)];
  if (order) {
    order.tags = [...new Set(change(order.tags))];
    sandbox.save();
    return { node: { __typename: 'Order', id: gid, tags: order.tags } };
  }
  const product = requireProduct(context, gid, 'id');
  product.tags = [...new Set(change(product.tags))].sort((a, b) => a.localeCompare(b, 'en'));
  touchProduct(sandbox, shop, product);
  return { node: productView(context, product) };
}

/** The neutral form of a product input. A null clears, a missing field stays. */
function readProduct(context: Context, input: ProductArgs, existing: Product | null): ProductWrite {
  const options = input.productOptions?.map((option, index) => ({
    ...(option.id == null ? {} : { id: idOfGid(option.id, 'ProductOption') ?? 0 }),
    valueIds: (option.values ?? []).map((value) =>
      value.id == null ? undefined : (idOfGid(value.id, 'ProductOptionValue') ?? undefined),
    ),
    ...(option.linkedMetafield == null
      ? {}
      : {
          link: {
            namespace: resolveNamespace(option.linkedMetafield.namespace),
            key: option.linkedMetafield.key,
            entryGids: option.linkedMetafield.values ?? [],
          },
        }),
    name:
      option.name ??
      existing?.options.find((candidate) => toGid('ProductOption', candidate.id) === option.id)?.name ??
      existing?.options[index]?.name ??
      `Option ${index + 1}`,
    values: (option.values ?? []).flatMap(
      (value) =>
        value.name ??
        existing?.options[index]?.values.find((candidate) => toGid('ProductOptionValue', candidate.id) === value.id)
          ?.name ??
        [],
    ),
  }));
  const names = (options ?? existing?.options ?? [{ name: 'Title' }]).map((option) => option.name);
  // A variant names a new file by its source, and means the one that the product lists.
  const sources = new Map<string, number>();
  const mediaIds = input.files?.map((file, index) => {
    const id = readFile(context, file, ['input', 'files', String(index)]);
    if (file.id == null && file.originalSource != null) sources.set(file.originalSource, id);
    return id;
  });
  return {
    ...(input.title === undefined ? {} : { title: input.title ?? '' }),
    ...(input.handle == null ? {} : { handle: input.handle }),
    ...(input.descriptionHtml === undefined ? {} : { descriptionHtml: input.descriptionHtml ?? '' }),
    ...(input.vendor == null ? {} : { vendor: input.vendor }),
    ...(input.productType === undefined ? {} : { productType: input.productType ?? '' }),
    ...(input.templateSuffix === undefined ? {} : { templateSuffix: input.templateSuffix }),
    ...(input.status == null ? {} : { status: input.status }),
    ...(input.tags == null ? {} : { tags: input.tags }),
    ...(input.seo == null ? {} : { seo: input.seo }),
    ...(options ? { options } : {}),
    ...(input.variants == null
      ? {}
      : {
          variants: input.variants.map((variant, index) =>
            readVariant(context, { names, sources }, variant, ['input', 'variants', String(index)]),
          ),
        }),
    ...(mediaIds === undefined ? {} : { mediaIds }),
  };
}

/** The value that a variant takes of an option: its name, or the entry that a linked option has it from. */
function valueNamed(shop: Shop, value: NonNullable<VariantArgs['optionValues']>[number] | undefined): string | null {
  const entry = shop.metaobjects?.[String(idOfGid(value?.linkedMetafieldValue ?? null, 'Metaobject'))];
  return entry ? displayNameOf(shop, entry) : (value?.name ?? null);
}

function readVariant(
  context: Context,
  { names: optionNames, sources }: { names: readonly string[]; sources?: ReadonlyMap<string, number> },
  input: VariantArgs,
  field: string[],
): VariantWrite {
  const { shop } = context;
  const item = input.inventoryItem;
  const amount = (value: string, name: string): number => readAmount(value, shop.currency, [...field, name]);
  const values =
    input.optionValues == null
      ? undefined
      : optionNames
          .map(
            (name, index) =>
              valueNamed(
                shop,
                input.optionValues?.find((value) => value.optionName === name),
              ) ??
              (input.optionValues?.[index]?.optionName == null ? input.optionValues?.[index]?.name : undefined) ??
              '',
          )
          .filter(Boolean);
  const id = input.id == null ? undefined : (idOfGid(input.id, 'ProductVariant') ?? 0);
  return {
    ...(id === undefined ? {} : { id }),
    ...(values === undefined ? {} : { optionValues: values }),
    ...(input.sku == null && item?.sku == null ? {} : { sku: input.sku ?? item?.sku ?? '' }),
    ...(input.barcode === undefined ? {} : { barcode: input.barcode }),
    ...(input.price == null ? {} : { priceMinor: amount(input.price, 'price') }),
    ...(input.compareAtPrice === undefined
      ? {}
      : { compareAtMinor: input.compareAtPrice === null ? null : amount(input.compareAtPrice, 'compareAtPrice') }),
    ...(input.taxable == null ? {} : { taxable: input.taxable }),
    ...(input.inventoryPolicy == null ? {} : { inventoryPolicy: input.inventoryPolicy }),
    ...(item?.tracked == null ? {} : { tracked: item.tracked }),
    ...(item?.requiresShipping == null ? {} : { requiresShipping: item.requiresShipping }),
    ...(item?.cost === undefined ? {} : { costMinor: item.cost === null ? null : amount(item.cost, 'cost') }),
    ...(item?.measurement?.weight ? { weight: item.measurement.weight } : {}),
    ...(input.mediaId === undefined ? {} : { mediaId: idOfGid(input.mediaId, 'MediaImage') }),
    ...(input.file == null
      ? {}
      : {
          mediaId: sources?.get(input.file.originalSource ?? '') ?? readFile(context, input.file, [...field, 'file']),
        }),
    ...(input.inventoryQuantities == null
      ? {}
      : {
          stock: input.inventoryQuantities.map((entry) => ({
            locationId: idOfGid(entry.locationId, 'Location') ?? 0,
            available: entry.quantity ?? entry.availableQuantity ?? 0,
          })),
        }),
  };
}

function readFile(context: Context, file: FileArgs, field: string[]): number {
  if (file.id != null) {
    const id = idOfGid(file.id, 'MediaImage', 'GenericFile', 'Video', 'ExternalVideo');
    const known = id === null ? undefined : context.shop.files[String(id)];
    if (!known) throw new Refusal('File does not exist.', [...field, 'id'], 'INVALID_MEDIA');
    if (file.alt != null) known.alt = file.alt;
    return known.id;
  }
  if (file.originalSource == null)
    throw new Refusal('A file needs an id or an originalSource.', field, 'INVALID_INPUT');
  return createFile(context.sandbox, context.shop, {
    originalSource: file.originalSource,
    alt: file.alt ?? null,
    filename: file.filename ?? null,
    contentType: readKind(file.contentType) ?? 'IMAGE',
  }).id;
}

/** Takes away the metafields of an owner that a whole list does not name; those of other apps cannot be named and stay. */
function dropUnnamed(
  context: Context,
  ownerGid: string,
  metafields: readonly MetafieldArgs[] | null | undefined,
): void {
  if (metafields == null) return;
  const { options = [] } = context.shop.products[String(idOfGid(ownerGid, 'Product'))] ?? {};
  const named = new Set([
    ...metafields.map((one) => `${resolveNamespace(one.namespace)}.${one.key ?? ''}`),
    // Metafields of linked options are their options' and belong to no list.
    ...options.flatMap(({ linked }) => (linked ? [`${linked.namespace}.${linked.key}`] : [])),
  ]);
  context.shop.metafields = context.shop.metafields.filter(
    (one) => one.ownerGid !== ownerGid || one.namespace.startsWith('app--') || named.has(`${one.namespace}.${one.key}`),
  );
}

function writeMetafields(
  context: Context,
  ownerGid: string,
  metafields: readonly MetafieldArgs[] | null | undefined,
  field: string[],
): void {
  for (const [index, metafield] of (metafields ?? []).entries())
    if (metafield.key != null && metafield.value != null)
      setMetafield(
        context.sandbox,
        context.shop,
        {
          ownerGid,
          namespace: resolveNamespace(metafield.namespace),
          key: metafield.key,
          type: metafield.type ?? null,
          value: metafield.value,
        },
        [...field, String(index)],
      );
}

function writeVariantMetafields(
  context: Context,
  product: Product,
  variants: readonly VariantArgs[] | null | undefined,
): void {
  for (const [index, input] of (variants ?? []).entries()) {
    if ((input.metafields ?? []).length === 0) continue;
    const variant =
      product.variants.find((candidate) => toGid('ProductVariant', candidate.id) === input.id) ??
      product.variants[index];
    if (variant)
      writeMetafields(context, toGid('ProductVariant', variant.id), input.metafields, [
        'variants',
        String(index),
        'metafields',
      ]);
  }
}
