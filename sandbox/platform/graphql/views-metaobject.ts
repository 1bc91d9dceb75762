import { readGid, toGid } from '../../core/gid.ts';
import type { Metafield, Metaobject, MetaobjectDefinition } from '../../core/state.ts';
import { definitionOfType, displayNameOf, entriesOf } from '../store/metaobjects.ts';
import { listConnection } from './connection.ts';
import type { PageArgs } from './connection.ts';
import type { Context, View } from './context.ts';

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
    definition: () => (definition ? metaobjectDefinitionView(context, definition) : null),
    capabilities: { publishable: definition?.publishable ? { status: entry.status } : null, onlineStore: null },
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
  };
}

/** The entries that a value of a reference leads to; nothing for other types, and what is gone is left out. */
export function referencesOf(context: Context, { type, value }: Pick<Metafield, 'type' | 'value'>): View[] {
  if (!type.endsWith('metaobject_reference') || value === '') return [];
  const gids = type.startsWith('list.') ? (JSON.parse(value) as string[]) : [value];
  return gids.flatMap((gid) => {
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
