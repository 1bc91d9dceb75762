import { toGid } from '../../core/gid.ts';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Metaobject, MetaobjectDefinition, Shop } from '../../core/state.ts';
import { checkReferences, checkValue, resolveNamespace } from './metafields.ts';

const MAX_DEFINITIONS = 128;
const TYPE = /^[a-z0-9_-]{3,255}$/i;
const KEY = /^[a-z0-9_-]{2,64}$/i;

/** What may be written of a definition; fields that are named are added to those that there are. */
export type DefinitionWrite = {
  type: string;
  name: string;
  description: string | null;
  displayNameKey: string | null;
  access: { admin: string | null; storefront: string | null };
  publishable: boolean;
  fields: MetaobjectDefinition['fields'];
};

/** What may be written of an entry; fields and status that are left out stay. */
export type EntryWrite = { handle?: string; status?: Metaobject['status']; values: { key: string; value: string }[] };

/** `$app:name` is a type of the app's own; the platform spells it with the app's id. */
export const resolveType = (type: string): string => resolveNamespace(type);

export function definitionsOf(shop: Shop): MetaobjectDefinition[] {
  return Object.values(shop.metaobjectDefinitions ?? {});
}

export function definitionOfType(shop: Shop, type: string): MetaobjectDefinition | null {
  return definitionsOf(shop).find((definition) => definition.type === resolveType(type)) ?? null;
}

export function createDefinition(sandbox: Sandbox, shop: Shop, write: DefinitionWrite): MetaobjectDefinition {
  const field = ['definition'];
  if (!TYPE.test(write.type.replace(/^\$app:/, '')))
    throw new Refusal('Type is invalid.', [...field, 'type'], 'INVALID');
  if (definitionOfType(shop, write.type)) throw new Refusal('Type has already been taken', [...field, 'type'], 'TAKEN');
  if (definitionsOf(shop).length >= MAX_DEFINITIONS)
    throw new Refusal('Maximum number of definitions reached.', field, 'MAX_DEFINITIONS_EXCEEDED');
  if (write.access.admin !== null && !write.type.startsWith('$app:'))
    throw new Refusal(
      'Admin access can only be specified for metaobjects of an app.',
      [...field, 'access', 'admin'],
      'ADMIN_ACCESS_INPUT_NOT_ALLOWED',
    );
  checkFields(write.fields, [...field, 'fieldDefinitions']);
  if (write.displayNameKey !== null && !write.fields.some(({ key }) => key === write.displayNameKey))
    throw new Refusal('Display name key is not a field.', [...field, 'displayNameKey'], 'UNDEFINED_OBJECT_FIELD');
  const at = sandbox.clock.iso();
  const definition: MetaobjectDefinition = {
    id: nextId(sandbox),
    type: resolveType(write.type),
    name: write.name,
    description: write.description,
    displayNameKey: write.displayNameKey,
    access: {
      admin: write.access.admin ?? 'PUBLIC_READ_WRITE',
      storefront: write.access.storefront ?? 'NONE',
    },
    publishable: write.publishable,
    fields: write.fields,
    createdAt: at,
    updatedAt: at,
  };
  (shop.metaobjectDefinitions ??= {})[String(definition.id)] = definition;
  sandbox.save();
  return definition;
}

/** Adds fields to a definition, or gives it another name. */
export function updateDefinition(
  sandbox: Sandbox,
  shop: Shop,
  id: number | null,
  write: { name?: string; added: MetaobjectDefinition['fields'] },
): MetaobjectDefinition {
  const definition = shop.metaobjectDefinitions?.[String(id)];
  if (!definition) throw new Refusal('No metaobject definition found', ['id'], 'RECORD_NOT_FOUND');
  const fields = [...definition.fields, ...write.added];
  checkFields(fields, ['definition', 'fieldDefinitions']);
  Object.assign(definition, write.name === undefined ? {} : { name: write.name }, {
    fields,
    updatedAt: sandbox.clock.iso(),
  });
  sandbox.save();
  return definition;
}

/** Removes a definition with all its entries, what referred to them, and the metafields' definitions for that. */
export function deleteDefinition(sandbox: Sandbox, shop: Shop, id: number | null): void {
  const definition = shop.metaobjectDefinitions?.[String(id)];
  if (!definition) throw new Refusal('No metaobject definition found', ['id'], 'RECORD_NOT_FOUND');
  for (const entry of entriesOf(shop, definition.type)) deleteEntry(sandbox, shop, entry.id);
  const gid = toGid('MetaobjectDefinition', definition.id);
  shop.metafieldDefinitions = shop.metafieldDefinitions.filter(
    ({ validations }) => !validations.some((one) => one.name === 'metaobject_definition_id' && one.value === gid),
  );
  shop.metaobjectDefinitions = without(shop.metaobjectDefinitions, definition.id);
  sandbox.save();
}

export function entriesOf(shop: Shop, type: string): Metaobject[] {
  const resolved = resolveType(type);
  return Object.values(shop.metaobjects ?? {}).filter((entry) => entry.type === resolved);
}

export function findEntry(shop: Shop, type: string, handle: string): Metaobject | null {
  return entriesOf(shop, type).find((entry) => entry.handle === handle) ?? null;
}

/** Makes an entry. Its handle is made from its name where none is given, and is unique in its type. */
export function createEntry(sandbox: Sandbox, shop: Shop, type: string, write: EntryWrite): Metaobject {
  const definition = definitionOfType(shop, type);
  if (!definition)
    throw new Refusal(`No metaobject definition exists for type "${type}"`, ['type'], 'UNDEFINED_OBJECT_TYPE');
  const at = sandbox.clock.iso();
  const entry: Metaobject = {
    id: nextId(sandbox),
    type: definition.type,
    handle: '',
    status: definition.publishable ? 'DRAFT' : 'ACTIVE',
    values: {},
    createdAt: at,
    updatedAt: at,
  };
  const values = readValues(shop, definition, {}, write);
  const name = values[definition.displayNameKey ?? ''] ?? definition.name;
  entry.handle = freeHandle(shop, entry, write.handle ?? name);
  Object.assign(entry, { values }, statusOf(definition, write));
  (shop.metaobjects ??= {})[String(entry.id)] = entry;
  sandbox.save();
  return entry;
}

export function updateEntry(sandbox: Sandbox, shop: Shop, id: number | null, write: EntryWrite): Metaobject {
  const entry = shop.metaobjects?.[String(id)];
  const definition = entry && definitionOfType(shop, entry.type);
  if (!entry || !definition) throw new Refusal('Record not found', ['id'], 'RECORD_NOT_FOUND');
  const values = readValues(shop, definition, entry.values, write);
  if (write.handle !== undefined) entry.handle = freeHandle(shop, entry, write.handle);
  Object.assign(entry, { values, updatedAt: sandbox.clock.iso() }, statusOf(definition, write));
  sandbox.save();
  return entry;
}

/** Removes an entry; metafields that referred to it go with it, as lists lose it. */
export function deleteEntry(sandbox: Sandbox, shop: Shop, id: number | null): void {
  const entry = shop.metaobjects?.[String(id)];
  if (!entry) throw new Refusal('Record not found', ['id'], 'RECORD_NOT_FOUND');
  const gid = toGid('Metaobject', entry.id);
  shop.metaobjects = without(shop.metaobjects, entry.id);
  shop.metafields = shop.metafields.flatMap((metafield) => {
    if (metafield.type === 'metaobject_reference') return metafield.value === gid ? [] : [metafield];
    if (metafield.type !== 'list.metaobject_reference') return [metafield];
    const kept = (JSON.parse(metafield.value) as string[]).filter((one) => one !== gid);
    return [{ ...metafield, value: JSON.stringify(kept) }];
  });
  sandbox.save();
}

/** An entry as it is called: the value of its definition's field for that, else its handle. */
export function displayNameOf(shop: Shop, entry: Metaobject): string {
  const key = definitionOfType(shop, entry.type)?.displayNameKey;
  return (key && entry.values[key]) || entry.handle;
}

function readValues(
  shop: Shop,
  definition: MetaobjectDefinition,
  before: Record<string, string>,
  write: EntryWrite,
): Record<string, string> {
  const values = { ...before };
  for (const [index, { key, value }] of write.values.entries()) {
    const field = ['metaobject', 'fields', String(index)];
    const known = definition.fields.find((one) => one.key === key);
    if (!known) throw new Refusal(`Field definition "${key}" does not exist`, field, 'UNDEFINED_OBJECT_FIELD');
    if (value === '') {
      values[key] = '';
      continue;
    }
    checkValue(known.type, value, field);
    checkReferences(shop, known.type, value, field);
    values[key] = value;
  }
  const missing = definition.fields.find(({ key, required }) => required && !values[key]);
  if (missing)
    throw new Refusal(`${missing.name} can't be blank`, ['metaobject', missing.key], 'OBJECT_FIELD_REQUIRED');
  return values;
}

function statusOf(definition: MetaobjectDefinition, { status }: EntryWrite): { status?: Metaobject['status'] } {
  if (status === undefined) return {};
  if (!definition.publishable)
    throw new Refusal('Capability is not enabled', ['metaobject', 'capabilities'], 'CAPABILITY_NOT_ENABLED');
  return { status };
}

function checkFields(fields: MetaobjectDefinition['fields'], field: string[]): void {
  const keys = new Set<string>();
  for (const [index, { key }] of fields.entries()) {
    if (!KEY.test(key)) throw new Refusal('Key is invalid', [...field, String(index), 'key'], 'INVALID');
    if (keys.has(key)) throw new Refusal('Key has already been taken', [...field, String(index)], 'OBJECT_FIELD_TAKEN');
    keys.add(key);
  }
}

function freeHandle(shop: Shop, entry: Metaobject, wanted: string): string {
  const base =
    wanted
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'entry';
  const taken = new Set(entriesOf(shop, entry.type).flatMap((one) => (one.id === entry.id ? [] : one.handle)));
  let handle = base;
  for (let suffix = 1; taken.has(handle); suffix += 1) handle = `${base}-${suffix}`;
  return handle;
}

function without<T>(all: Record<string, T> | undefined, id: number): Record<string, T> {
  return Object.fromEntries(Object.entries(all ?? {}).filter(([key]) => key !== String(id)));
}
