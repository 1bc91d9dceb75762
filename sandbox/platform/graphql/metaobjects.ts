import { idOfGid } from '../../core/gid.ts';
import type { Metaobject, MetaobjectDefinition, Shop } from '../../core/state.ts';
import {
  createDefinition,
  createEntry,
  definitionOfType,
  definitionsOf,
  deleteDefinition,
  deleteEntry,
  displayNameOf,
  entriesOf,
  findEntry,
  updateDefinition,
  updateEntry,
  type EntryWrite,
} from '../store/metaobjects.ts';
import { connection, listConnection } from './connection.ts';
import type { PageArgs } from './connection.ts';
import { answerErrors } from './context.ts';
import type { Context, View } from './context.ts';
import { findNode } from './find-node.ts';
import { compileSearch } from './search.ts';
import type { SearchFields } from './search.ts';
import { metaobjectDefinitionView, metaobjectView } from './views/views-metaobject.ts';

type FieldArgs = {
  key: string;
  name?: string | null;
  description?: string | null;
  type: string;
  required?: boolean | null;
  validations?: { name: string; value?: string | null }[] | null;
};
type DefinitionArgs = {
  type: string;
  name?: string | null;
  description?: string | null;
  displayNameKey?: string | null;
  access?: { admin?: string | null; storefront?: string | null } | null;
  capabilities?: { publishable?: { enabled: boolean } | null } | null;
  fieldDefinitions?: FieldArgs[] | null;
};
type DefinitionChanges = { name?: string | null; fieldDefinitions?: { create?: FieldArgs | null }[] | null };
type EntryArgs = {
  handle?: string | null;
  fields?: { key: string; value: string }[] | null;
  capabilities?: { publishable?: { status: Metaobject['status'] } | null } | null;
};

const entryFields = (shop: Shop): SearchFields<Metaobject> => ({
  display_name: { kind: 'text', read: (entry) => displayNameOf(shop, entry) },
  id: { kind: 'number', read: (entry) => entry.id },
  handle: { kind: 'exact', read: (entry) => entry.handle },
  updated_at: { kind: 'time', read: (entry) => entry.updatedAt },
});

/** The queries of definitions and entries. */
export function metaobjectQueries(context: Context): View {
  const { shop } = context;
  return {
    metaobjectDefinition: (args: { id: string }) => findNode(context, args.id, 'MetaobjectDefinition'),
    metaobjectDefinitionByType: (args: { type: string }) => {
      const found = definitionOfType(shop, args.type);
      return found ? metaobjectDefinitionView(context, found) : null;
    },
    metaobjectDefinitions: (args: PageArgs) =>
      listConnection(definitionsOf(shop), args, (definition) => metaobjectDefinitionView(context, definition)),
    metaobject: (args: { id: string }) => findNode(context, args.id, 'Metaobject'),
    metaobjectByHandle: (args: { handle: { type: string; handle: string } }) => {
      const found = findEntry(shop, args.handle.type, args.handle.handle);
      return found ? metaobjectView(context, found) : null;
    },
    metaobjects: (args: PageArgs & { type: string; query?: string | null; sortKey?: string | null }) => {
      const matches = compileSearch(args.query, entryFields(shop), (entry) => displayNameOf(shop, entry));
      const rows = entriesOf(shop, args.type).filter(matches);
      return connection(
        rows.map((item) => ({ key: keyOf(context, item, args.sortKey), id: item.id, item })),
        args,
        (entry) => metaobjectView(context, entry),
      );
    },
  };
}

/** The mutations of definitions and entries. */
export function metaobjectMutations(context: Context): View {
  const { sandbox, shop } = context;
  const answer = (run: () => View): View => answerErrors(run, 'MetaobjectUserError');
  return {
    metaobjectDefinitionCreate: ({ definition }: { definition: DefinitionArgs }) =>
      answer(() => {
        const made = createDefinition(sandbox, shop, {
          type: definition.type,
          name: definition.name ?? definition.type,
          description: definition.description ?? null,
          displayNameKey: definition.displayNameKey ?? null,
          access: { admin: definition.access?.admin ?? null, storefront: definition.access?.storefront ?? null },
          publishable: definition.capabilities?.publishable?.enabled === true,
          fields: (definition.fieldDefinitions ?? []).map(readField),
        });
        return { metaobjectDefinition: metaobjectDefinitionView(context, made) };
      }),
    metaobjectDefinitionUpdate: (args: { id: string; definition: DefinitionChanges }) =>
      answer(() => {
        const added = (args.definition.fieldDefinitions ?? []).flatMap(({ create }) => (create ? [create] : []));
        const changed = updateDefinition(sandbox, shop, idOfGid(args.id, 'MetaobjectDefinition'), {
          ...(args.definition.name == null ? {} : { name: args.definition.name }),
          added: added.map(readField),
        });
        return { metaobjectDefinition: metaobjectDefinitionView(context, changed) };
      }),
    metaobjectDefinitionDelete: ({ id }: { id: string }) =>
      answer(() => {
        deleteDefinition(sandbox, shop, idOfGid(id, 'MetaobjectDefinition'));
        return { deletedId: id };
      }),
    metaobjectCreate: ({ metaobject }: { metaobject: EntryArgs & { type: string } }) =>
      answer(() => ({
        metaobject: metaobjectView(context, createEntry(sandbox, shop, metaobject.type, readEntry(metaobject))),
      })),
    metaobjectUpdate: (args: { id: string; metaobject: EntryArgs }) =>
      answer(() => ({
        metaobject: metaobjectView(
          context,
          updateEntry(sandbox, shop, idOfGid(args.id, 'Metaobject'), readEntry(args.metaobject)),
        ),
      })),
    metaobjectUpsert: (args: { handle: { type: string; handle: string }; metaobject?: EntryArgs | null }) =>
      answer(() => {
        const { type, handle } = args.handle;
        const found = findEntry(shop, type, handle);
        const write = readEntry(args.metaobject ?? {});
        const entry = found
          ? updateEntry(sandbox, shop, found.id, write)
          : createEntry(sandbox, shop, type, { handle, ...write });
        return { metaobject: metaobjectView(context, entry) };
      }),
    metaobjectDelete: ({ id }: { id: string }) =>
      answer(() => {
        deleteEntry(sandbox, shop, idOfGid(id, 'Metaobject'));
        return { deletedId: id };
      }),
  };
}

function keyOf(context: Context, entry: Metaobject, sortKey: string | null | undefined): string {
  if (sortKey === 'display_name') return displayNameOf(context.shop, entry).toLowerCase();
  return sortKey === 'updated_at' ? entry.updatedAt : '';
}

function readField(field: FieldArgs): MetaobjectDefinition['fields'][number] {
  return {
    key: field.key,
    name: field.name ?? field.key,
    description: field.description ?? null,
    type: field.type,
    required: field.required === true,
    validations: (field.validations ?? []).map(({ name, value }) => ({ name, value: value ?? null })),
  };
}

function readEntry(args: EntryArgs): EntryWrite {
  const status = args.capabilities?.publishable?.status;
  return {
    ...(args.handle == null ? {} : { handle: args.handle }),
    ...(status === undefined ? {} : { status }),
    values: args.fields ?? [],
  };
}
