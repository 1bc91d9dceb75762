import { idOfGid, toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Product, Shop } from '../../core/state.ts';
import { setMetafield } from './metafields.ts';
import { displayNameOf } from './metaobjects.ts';

/** The metafield that an option takes its values from, and the entries that are its values. */
export type LinkWrite = { namespace: string; key: string; entryGids: string[] };

/** What the entries of a link are called: the values of its option. Refuses a metafield that cannot be linked. */
export function valuesOfLink(shop: Shop, { namespace, key, entryGids }: LinkWrite, field: string[]): string[] {
  const definition = shop.metafieldDefinitions.find(
    (one) => one.namespace === namespace && one.key === key && one.ownerType === 'PRODUCT',
  );
  const isBound = definition?.validations.some(({ name }) => name === 'list.min' || name === 'list.max');
  if (definition?.type !== 'list.metaobject_reference' || isBound)
    throw new Refusal(
      'An option cannot be linked to a metafield of this definition.',
      field,
      'LINKED_METAFIELD_DEFINITION_NOT_FOUND',
    );
  if (entryGids.length === 0)
    throw new Refusal('Linked option needs values.', field, 'INVALID_METAFIELD_VALUE_FOR_LINKED_OPTION');
  return entryGids.map((gid) => {
    const entry = shop.metaobjects?.[String(idOfGid(gid, 'Metaobject'))];
    if (!entry) throw new Refusal('Value is not an entry.', field, 'INVALID_METAFIELD_VALUE_FOR_LINKED_OPTION');
    return displayNameOf(shop, entry);
  });
}

/** The metafields of linked options hold what their options have. */
export function writeLinkedMetafields(sandbox: Sandbox, shop: Shop, product: Product): void {
  const linked = product.options.flatMap((option) =>
    option.linked ? [{ ...option.linked, values: option.values }] : [],
  );
  const names = linked.map(({ namespace, key }) => `${namespace}.${key}`);
  if (new Set(names).size !== names.length)
    throw new Refusal(
      'Only one option can be linked to a metafield.',
      ['input', 'productOptions'],
      'DUPLICATE_LINKED_OPTION',
    );
  for (const { namespace, key, values } of linked) {
    const value = JSON.stringify(values.flatMap(({ entryGid }) => entryGid ?? []));
    const write = { ownerGid: toGid('Product', product.id), namespace, key, value };
    setMetafield(sandbox, shop, write, ['input', 'productOptions']);
  }
}

/** Refuses that a metafield is written by itself which an option of its product takes its values from. */
export function refuseLinked(
  shop: Shop,
  one: { ownerGid: string; namespace: string; key: string },
  field: string[],
): void {
  const product = shop.products[String(idOfGid(one.ownerGid, 'Product'))];
  if (product?.options.some(({ linked }) => linked?.namespace === one.namespace && linked.key === one.key))
    throw new Refusal('The metafield is linked to an option of the product.', field, 'INVALID');
}
