import { createDefinition, createEntry, updateEntry } from '#sandbox/platform/store/metaobjects.ts';
import { program } from '#tests/support/program.ts';
import type { BuiltStore } from './stores.ts';

type Store = Pick<BuiltStore, 'domain'>;

function sandboxOf(store: Store) {
  const sandbox = program().sandbox?.sandbox;
  const shop = sandbox?.state.shops[store.domain];
  if (!sandbox || !shop) throw new Error('the sandbox has the store');
  return { sandbox, shop };
}

/** The store's admin grants that entries are read and added, as App Bridge asks for it. */
export async function grantEntries(
  store: Store,
  scopes: readonly string[] = ['read_metaobject_definitions', 'write_metaobjects'],
): Promise<void> {
  const { shop } = sandboxOf(store);
  const all = new Set([...(shop.installation?.scopes ?? []), ...scopes]);
  await program().sandbox?.control('POST', '/scopes', { shop: store.domain, scopes: [...all] });
}

const field = (key: string, name: string, type: string, over: object = {}) => ({
  key,
  name,
  type,
  description: null,
  required: false,
  validations: [],
  ...over,
});

/** A kind of entries that the merchant made: a name, a picture and a colour. Answers its platform id. */
export function buildKind(store: Store, type: string, o: { publishable?: boolean; fields?: object[] } = {}): string {
  const { sandbox, shop } = sandboxOf(store);
  const fields = [
    field('name', 'Name', 'single_line_text_field', { required: true, validations: [{ name: 'max', value: '30' }] }),
    field('swatch', 'Swatch', 'file_reference', {
      validations: [{ name: 'file_type_options', value: JSON.stringify(['Image']) }],
    }),
    field('shade', 'Shade', 'color'),
    ...((o.fields ?? []) as ReturnType<typeof field>[]),
  ];
  const made = createDefinition(sandbox, shop, {
    type,
    name: `Kind ${type}`,
    description: null,
    displayNameKey: 'name',
    fields,
    access: { admin: null, storefront: 'PUBLIC_READ' },
    publishable: o.publishable ?? true,
  });
  return `gid://shopify/MetaobjectDefinition/${made.id}`;
}

/** An entry of the merchant's. Answers its platform id. */
export function buildStoreEntry(
  store: Store,
  type: string,
  name: string,
  status: 'ACTIVE' | 'DRAFT' = 'ACTIVE',
): string {
  const { sandbox, shop } = sandboxOf(store);
  const kind = Object.values(shop.metaobjectDefinitions ?? {}).find((one) => one.type === type);
  const made = createEntry(sandbox, shop, type, {
    values: [{ key: 'name', value: name }],
    ...(kind?.publishable ? { status } : {}),
  });
  return `gid://shopify/Metaobject/${made.id}`;
}

/** The merchant makes an entry a draft, or active. */
export function setEntryStatus(store: Store, id: string, status: 'ACTIVE' | 'DRAFT'): void {
  const { sandbox, shop } = sandboxOf(store);
  updateEntry(sandbox, shop, Number(id.split('/').at(-1)), { status, values: [] });
}

/** The merchant gives an entry another name. */
export function renameEntry(store: Store, id: string, name: string): void {
  const { sandbox, shop } = sandboxOf(store);
  updateEntry(sandbox, shop, Number(id.split('/').at(-1)), { values: [{ key: 'name', value: name }] });
}
