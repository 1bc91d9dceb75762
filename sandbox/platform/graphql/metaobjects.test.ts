import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../testing.ts';
import type { RunningSandbox } from '../../start.ts';
import { installApp } from '../store/shops.ts';

type Payload = { userErrors: { code: string; message: string }[]; [field: string]: unknown };
type Answer = { data?: Record<string, Payload>; errors?: { message: string; extensions?: { code?: string } }[] };

let running: RunningSandbox;
const SHOP = 'demo.myshopify.com';
const TOKENS = {
  full: ['write_metaobject_definitions', 'write_metaobjects', 'write_products'],
  poor: ['write_products'],
};

beforeAll(async () => {
  running = await startSandbox({ gateway: false });
  const shop = running.sandbox.state.shops[SHOP];
  if (!shop) throw new Error('the seed made no demo shop');
  installApp(running.sandbox, shop);
  for (const [token, scopes] of Object.entries(TOKENS))
    shop.installation?.tokens.push({ token, kind: 'offline', scopes, userId: null, expiresAt: null, refresh: null });
});
afterAll(() => running.stop());

async function send(query: string, variables: object = {}, token = 'full'): Promise<Answer> {
  const response = await fetch(`${running.url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-host': SHOP, 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

const DEFINE = `mutation ($definition: MetaobjectDefinitionCreateInput!) {
  metaobjectDefinitionCreate(definition: $definition) { metaobjectDefinition { id type } userErrors { code message } }
}`;
const definition = {
  type: '$app:thing',
  name: 'Thing',
  displayNameKey: 'title',
  access: { admin: 'MERCHANT_READ', storefront: 'PUBLIC_READ' },
  capabilities: { publishable: { enabled: true } },
  fieldDefinitions: [
    { key: 'title', name: 'Title', type: 'single_line_text_field', required: true },
    { key: 'size', name: 'Size', type: 'number_integer' },
    { key: 'like', name: 'Like', type: 'metaobject_reference' },
  ],
};
const UPSERT = `mutation ($handle: MetaobjectHandleInput!, $metaobject: MetaobjectUpsertInput!) {
  metaobjectUpsert(handle: $handle, metaobject: $metaobject) {
    metaobject { id handle displayName capabilities { publishable { status } } size: field(key: "size") { value jsonValue } }
    userErrors { code message }
  }
}`;
const upsert = (handle: string, fields: Record<string, string>, status?: string) =>
  send(UPSERT, {
    handle: { type: '$app:thing', handle },
    metaobject: {
      fields: Object.entries(fields).map(([key, value]) => ({ key, value })),
      ...(status ? { capabilities: { publishable: { status } } } : {}),
    },
  });
const codeOf = (answer: Answer): string | undefined => Object.values(answer.data ?? {})[0]?.userErrors[0]?.code;

describe('entries of a store', () => {
  it('need their own accesses', async () => {
    const answer = await send(DEFINE, { definition }, 'poor');
    expect(answer.errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
  });

  it('have a kind, once, whose type is spelled with the app’s id', async () => {
    const made = await send(DEFINE, { definition });
    expect(made.data?.['metaobjectDefinitionCreate']).toMatchObject({
      metaobjectDefinition: { type: 'app--1--thing' },
      userErrors: [],
    });
    expect(codeOf(await send(DEFINE, { definition }))).toBe('TAKEN');
    expect(codeOf(await send(DEFINE, { definition: { ...definition, type: 'thing_of_staff' } }))).toBe(
      'ADMIN_ACCESS_INPUT_NOT_ALLOWED',
    );
  });

  it('are written by their handle, checked by the types of their fields, and found by their names', async () => {
    const first = await upsert('one', { title: 'First thing', size: '3' });
    expect(first.data?.['metaobjectUpsert']).toMatchObject({
      metaobject: {
        handle: 'one',
        displayName: 'First thing',
        capabilities: { publishable: { status: 'DRAFT' } },
        size: { value: '3', jsonValue: 3 },
      },
      userErrors: [],
    });
    const again = await upsert('one', { title: 'First thing, again' }, 'ACTIVE');
    expect(again.data?.['metaobjectUpsert']).toMatchObject({
      metaobject: { displayName: 'First thing, again', capabilities: { publishable: { status: 'ACTIVE' } } },
    });
    expect(codeOf(await upsert('two', { size: '3' }))).toBe('OBJECT_FIELD_REQUIRED');
    expect(codeOf(await upsert('two', { title: 'Two', size: 'big' }))).toBe('INVALID_VALUE');
    expect(codeOf(await upsert('two', { title: 'Two', colour: 'red' }))).toBe('UNDEFINED_OBJECT_FIELD');
    await upsert('two', { title: 'Second thing' });
    const found = await send(
      `{ metaobjects(type: "$app:thing", first: 5, query: "again", sortKey: "display_name") { nodes { handle } } }`,
    );
    expect(found.data?.['metaobjects']).toEqual({ nodes: [{ handle: 'one' }] });
  });

  it('are referred to by metafields, which go when the entry goes', async () => {
    const list = await send(`{ metaobjects(type: "$app:thing", first: 5) { nodes { id handle } } }`);
    const nodes = (list.data?.['metaobjects'] as unknown as { nodes: { id: string; handle: string }[] }).nodes;
    const entry = nodes.find(({ handle }) => handle === 'one')?.id ?? '';
    const products = await send('{ products(first: 1) { nodes { id } } }');
    const ownerId = (products.data?.['products'] as unknown as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
    const SET = `mutation ($m: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $m) { userErrors { code message } } }`;
    const field = { ownerId, namespace: 'souk', key: 'like', type: 'metaobject_reference' };
    expect(codeOf(await send(SET, { m: [{ ...field, value: 'gid://shopify/Metaobject/404' }] }))).toBe('INVALID_VALUE');
    expect(codeOf(await send(SET, { m: [{ ...field, value: entry }] }))).toBeUndefined();
    const READ = `query ($id: ID!) { product(id: $id) { metafield(namespace: "souk", key: "like") {
      reference { ... on Metaobject { displayName } } } } }`;
    expect((await send(READ, { id: ownerId })).data?.['product']).toEqual({
      metafield: { reference: { displayName: 'First thing, again' } },
    });
    const REMOVE = `mutation ($id: ID!) { metaobjectDelete(id: $id) { deletedId userErrors { code message } } }`;
    expect(codeOf(await send(REMOVE, { id: entry }))).toBeUndefined();
    expect(codeOf(await send(REMOVE, { id: entry }))).toBe('RECORD_NOT_FOUND');
    expect((await send(READ, { id: ownerId })).data?.['product']).toEqual({ metafield: null });
  });
});

describe('an option that is linked to a metafield', () => {
  const SET = `mutation ($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
    productSet(input: $input, identifier: $identifier, synchronous: true) {
      product {
        id
        options { name linkedMetafield { namespace key } optionValues { name linkedMetafieldValue } }
        variants(first: 5) { nodes { title } }
        metafield(namespace: "custom", key: "things") { value }
      }
      userErrors { code message }
    }
  }`;
  const link = (values: string[], over: object = {}) => ({
    title: 'Linked',
    ...over,
    productOptions: [{ name: 'Thing', linkedMetafield: { namespace: 'custom', key: 'things', values } }],
    variants: values.map((linkedMetafieldValue) => ({ optionValues: [{ optionName: 'Thing', linkedMetafieldValue }] })),
  });

  it('has the entries of the metafield as its values, and the metafield is written by it alone', async () => {
    await upsert('red', { title: 'Red' });
    const found = await send('{ metaobjects(type: "$app:thing", first: 5) { nodes { id handle } } }');
    const { nodes } = found.data?.['metaobjects'] as unknown as { nodes: { id: string; handle: string }[] };
    const red = nodes.find(({ handle }) => handle === 'red')?.id ?? '';
    expect(codeOf(await send(SET, { input: link([red]) }))).toBe('LINKED_METAFIELD_DEFINITION_NOT_FOUND');
    const kinds = await send('{ metaobjectDefinitionByType(type: "$app:thing") { id } }');
    const kind = (kinds.data?.['metaobjectDefinitionByType'] as unknown as { id: string }).id;
    const FIELD = `mutation ($definition: MetafieldDefinitionInput!) {
      metafieldDefinitionCreate(definition: $definition) { createdDefinition { id } userErrors { code message } }
    }`;
    const things = { namespace: 'custom', key: 'things', name: 'Things', ownerType: 'PRODUCT' };
    const list = { ...things, type: 'list.metaobject_reference' };
    expect(codeOf(await send(FIELD, { definition: list }))).toBe('INVALID_OPTION');
    const validations = [{ name: 'metaobject_definition_id', value: kind }];
    expect(codeOf(await send(FIELD, { definition: { ...list, validations } }))).toBeUndefined();
    const made = await send(SET, { input: link([red]) });
    expect(made.data?.['productSet']).toMatchObject({
      product: {
        options: [
          {
            name: 'Thing',
            linkedMetafield: { namespace: 'custom', key: 'things' },
            optionValues: [{ name: 'Red', linkedMetafieldValue: red }],
          },
        ],
        variants: { nodes: [{ title: 'Red' }] },
        metafield: { value: JSON.stringify([red]) },
      },
    });
    const id = (made.data?.['productSet'] as unknown as { product: { id: string } }).product.id;
    const WRITE = `mutation ($m: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $m) { userErrors { code message } } }`;
    const field = { ownerId: id, namespace: 'custom', key: 'things', type: 'list.metaobject_reference' };
    expect(codeOf(await send(WRITE, { m: [{ ...field, value: '[]' }] }))).toBe('INVALID');
    const named = { productOptions: [{ name: 'Thing', values: [{ name: 'Blue' }] }], variants: [] };
    expect(codeOf(await send(SET, { identifier: { id }, input: named }))).toBe(
      'CANNOT_COMBINE_LINKED_AND_NONLINKED_OPTION_VALUES',
    );
  });
});
