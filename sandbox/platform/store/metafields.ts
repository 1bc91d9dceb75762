import { createHash } from 'node:crypto';
import { idOfGid } from '../../core/gid.ts';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Metafield, MetafieldDefinition, Shop } from '../../core/state.ts';

export type MetafieldWrite = {
  ownerGid: string;
  namespace: string;
  key: string;
  type?: string | null;
  value: string;
  compareDigest?: string | null;
};

/** `$app` and `$app:name` are the app's own namespaces; the platform spells them with the app's id. */
export function resolveNamespace(namespace: string | null | undefined): string {
  if (namespace == null || namespace === '$app') return 'app--1';
  return namespace.startsWith('$app:') ? `app--1--${namespace.slice(5)}` : namespace;
}

/** The digest that `compareDigest` is held against. */
export function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

export function findMetafield(shop: Shop, ownerGid: string, namespace: string, key: string): Metafield | null {
  return (
    shop.metafields.find(
      (metafield) => metafield.ownerGid === ownerGid && metafield.namespace === namespace && metafield.key === key,
    ) ?? null
  );
}

/** Writes one metafield; its type comes from the definition when it is not named. */
export function setMetafield(sandbox: Sandbox, shop: Shop, write: MetafieldWrite, field: string[]): Metafield {
  const namespace = resolveNamespace(write.namespace);
  const existing = findMetafield(shop, write.ownerGid, namespace, write.key);
  const ownerType = (/^gid:\/\/shopify\/(\w+)\//.exec(write.ownerGid)?.[1] ?? '').toUpperCase();
  const definition = shop.metafieldDefinitions.find(
    (candidate) =>
      candidate.namespace === namespace &&
      candidate.key === write.key &&
      candidate.ownerType.replaceAll('_', '') === ownerType,
  );
  const type = definition?.type ?? write.type ?? existing?.type;
  if (!type) throw new Refusal('Type can’t be blank', [...field, 'type'], 'BLANK');
  if (write.type && write.type !== type)
    throw new Refusal(
      `Type '${write.type}' must be consistent with the definition's type: '${type}'.`,
      [...field, 'type'],
      'INVALID_TYPE',
    );
  if (write.value === '') throw new Refusal("Value can't be blank.", [...field, 'value'], 'BLANK');
  if (
    write.compareDigest !== undefined &&
    write.compareDigest !== null &&
    write.compareDigest !== (existing ? digestOf(existing.value) : null)
  )
    throw new Refusal(
      'The resource has been updated since it was loaded.',
      [...field, 'compareDigest'],
      'STALE_OBJECT',
    );
  checkValue(type, write.value, [...field, 'value']);
  checkReferences(shop, type, write.value, [...field, 'value']);
  checkKind(shop, definition, write.value, [...field, 'value']);
  const at = sandbox.clock.iso();
  if (existing) {
    Object.assign(existing, { type, value: write.value, updatedAt: at });
    sandbox.save();
    return existing;
  }
  const metafield: Metafield = {
    id: nextId(sandbox),
    ownerGid: write.ownerGid,
    namespace,
    key: write.key,
    type,
    value: write.value,
    createdAt: at,
    updatedAt: at,
  };
  shop.metafields.push(metafield);
  sandbox.save();
  return metafield;
}

/** References to files and to entries name ones that there are; what a list holds is looked at one by one. */
export function checkReferences(shop: Shop, type: string, value: string, field: string[]): void {
  if (type === 'file_reference' || type === 'list.file_reference') {
    const files = type === 'file_reference' ? [value] : (JSON.parse(value) as string[]);
    const isThere = (gid: string) => shop.files[String(idOfGid(gid, 'MediaImage', 'Video', 'GenericFile') ?? 0)];
    if (!files.every(isThere)) throw new Refusal('Value must be a valid file reference.', field, 'INVALID_VALUE');
  }
  if (type !== 'metaobject_reference' && type !== 'list.metaobject_reference') return;
  const gids = type.startsWith('list.') ? (JSON.parse(value) as unknown[]) : [value];
  for (const gid of gids)
    if (!shop.metaobjects?.[String(idOfGid(typeof gid === 'string' ? gid : null, 'Metaobject'))])
      throw new Refusal(`Value references non-existent resource ${JSON.stringify(gid)}.`, field, 'INVALID_VALUE');
}

/** Refuses entries of another kind than the one that the definition names. */
function checkKind(shop: Shop, definition: MetafieldDefinition | undefined, value: string, field: string[]): void {
  const kindGid = definition?.validations.find(({ name }) => name === 'metaobject_definition_id')?.value;
  if (!definition || !kindGid) return;
  const kind = shop.metaobjectDefinitions?.[String(idOfGid(kindGid, 'MetaobjectDefinition'))];
  const gids = definition.type.startsWith('list.') ? (JSON.parse(value) as string[]) : [value];
  for (const gid of gids)
    if (shop.metaobjects?.[String(idOfGid(gid, 'Metaobject'))]?.type !== kind?.type)
      throw new Refusal('Value must belong to the specified metaobject definition.', field, 'INVALID_VALUE');
}

/** Refuses a value that its type does not take. */
export function checkValue(type: string, value: string, field: string[]): void {
  if (
    type.startsWith('list.') ||
    type === 'json' ||
    type === 'rich_text_field' ||
    ['dimension', 'weight', 'volume', 'money', 'rating', 'link'].includes(type)
  ) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      throw new Refusal('Value is invalid JSON.', field, 'INVALID_VALUE');
    }
    if (type.startsWith('list.') && (!Array.isArray(parsed) || parsed.length > 128))
      throw new Refusal('Value must be an array of at most 128 items.', field, 'INVALID_VALUE');
    return;
  }
  const rules: Record<string, RegExp> = {
    number_integer: /^-?\d{1,16}$/,
    number_decimal: /^-?\d{1,22}(\.\d{1,9})?$/,
    boolean: /^(true|false)$/,
    date: /^\d{4}-\d\d-\d\d$/,
    url: /^(https?|mailto|sms|tel):/,
    color: /^#[0-9a-f]{6}$/i,
    single_line_text_field: /^[^\n\r]*$/,
  };
  const rule = rules[type];
  if (rule && !rule.test(value)) throw new Refusal(`Value does not fit the type ${type}.`, field, 'INVALID_VALUE');
}
