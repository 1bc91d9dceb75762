import { readGid, toGid } from '../../../core/gid.ts';
import type { Metafield, Metaobject, MetaobjectDefinition, StoredFile } from '../../../core/state.ts';
import { definitionOfType, displayNameOf, entriesOf } from '../../store/metaobjects.ts';
import { listConnection } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import type { Context, View } from '../context.ts';
import { fileView } from './views-file.ts';

export function metaobjectDefinitionView(context: Context, definition: MetaobjectDefinition): View {
  return {
    __typename: 'MetaobjectDefinition',
    id: toGid('MetaobjectDefinition', definition.id),
    type: definition.type,
    name: definition.name,
    description: definition.description,
    displayNameKey: definition.displayNameKey,
    access: { ...definition.access, customerAccount: 'NONE' },
    capabilities: {
      publishable: { enabled: definition.publishable },
      translatable: { enabled: false },
      onlineStore: null,
      renderable: null,
    },
    fieldDefinitions: definition.fields.map(({ type, ...field }) => ({
      ...field,
      type: { name: type, category: categoryOf(type), supportedValidations: [] },
    })),
    hasThumbnailField: definition.fields.some(({ type }) => type === 'file_reference'),
    metaobjectsCount: () => entriesOf(context.shop, definition.type).length,
    metaobjects: (args: PageArgs) =>
      listConnection(entriesOf(context.shop, definition.type), args, (entry) => metaobjectView(context, entry)),
    createdAt: definition.createdAt,
    updatedAt: definition.updatedAt,
  };
}

export function metaobjectView(context: Context, entry: Metaobject): View {
  const definition = definitionOfType(context.shop, entry.type);
  const fields = (definition?.fields ?? []).map((field) => ({
    __typename: 'MetaobjectField',
    key: field.key,
    type: field.type,
    value: entry.values[field.key] || null,
    jsonValue: () => jsonOf(field.type, entry.values[field.key]),
    thumbnail: () => thumbnailOf(context, field.type, entry.values[field.key]),
    reference: () => referencesOf(context, { type: field.type, value: entry.values[field.key] ?? '' })[0] ?? null,
    references: (args: PageArgs) =>
      field.type.startsWith('list.')
        ? listConnection(
            referencesOf(context, { type: field.type, value: entry.values[field.key] ?? '' }),
            args,
            (reference) => reference,
          )
        : null,
  }));
  return {
    __typename: 'Metaobject',
    id: toGid('Metaobject', entry.id),
    type: entry.type,
    handle: entry.handle,
    displayName: displayNameOf(context.shop, entry),
    fields,
    field: ({ key }: { key: string }) => fields.find((field) => field.key === key) ?? null,
    // What the store admin shows beside the name: the first field that is a file or a colour.
    thumbnailField: () => fields.find(({ type, value }) => value !== null && isPictured(type)) ?? null,
    definition: () => (definition ? metaobjectDefinitionView(context, definition) : null),
    capabilities: { publishable: definition?.publishable ? { status: entry.status } : null, onlineStore: null },
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
  };
}

const isPictured = (type: string): boolean => type === 'file_reference' || type === 'color';

function thumbnailOf(context: Context, type: string, value: string | undefined): View | null {
  if (!value || !isPictured(type)) return null;
  if (type === 'color') return { hex: value, file: null };
  const file = fileOf(context, value);
  return { hex: null, file: file ? fileView(context, file) : null };
}

const fileOf = (context: Context, gid: string): StoredFile | undefined =>
  context.shop.files[String(readGid(gid)?.id ?? 0)];

/** The entries or files that a value of a reference leads to; nothing for other types, and what is gone is left out. */
export function referencesOf(context: Context, { type, value }: Pick<Metafield, 'type' | 'value'>): View[] {
  if (!/(metaobject|file)_reference$/.test(type) || value === '') return [];
  const gids = type.startsWith('list.') ? (JSON.parse(value) as string[]) : [value];
  return gids.flatMap((gid) => {
    if (type.endsWith('file_reference')) {
      const file = fileOf(context, gid);
      return file ? [fileView(context, file)] : [];
    }
    const found = context.shop.metaobjects?.[String(readGid(gid)?.id ?? 0)];
    return found ? [metaobjectView(context, found)] : [];
  });
}

function jsonOf(type: string, value: string | undefined): unknown {
  if (!value) return null;
  return /^(list\.|json|number_|boolean|dimension|weight|volume|money|rating|link|rich_text)/.test(type)
    ? (JSON.parse(value) as unknown)
    : value;
}

function categoryOf(type: string): string {
  return type.endsWith('_reference') ? 'REFERENCE' : /number/.test(type) ? 'NUMBER' : 'TEXT';
}
