import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FLOW_ACTIONS, readFlowPath } from '#app/features/flow/flow-action.ts';
import { TRIGGER_USE_PATH } from '#app/features/flow/trigger-use.service.server.ts';
import { FLOW_TRIGGERS } from '#app/platform/flow-triggers/flow-trigger.ts';
import { parseToml, type TomlTable } from '#sandbox/platform/app-config.ts';
import { listExtensions } from '#sandbox/platform/app-extensions.ts';
import { at } from '#scripts/paths.ts';

type FlowExtension = TomlTable & {
  handle: string;
  name: string;
  url: string;
  runtime_url: string;
  fields: TomlTable[];
};
const listOf = (type: string): FlowExtension[] =>
  listExtensions(type).map(({ extension, toml }) => {
    const { fields } = (toml['settings'] ?? { fields: [] }) as { fields: TomlTable[] };
    return { ...extension, fields } as FlowExtension;
  });
const extensions = listOf('flow_action');
const triggers = listOf('flow_trigger');
/** The platform names a field that refers to something of the store after it. */
const readName = ({ key, type }: TomlTable): string =>
  typeof key === 'string' ? key : typeof type === 'string' ? type.replace('_reference', '_id') : '';

describe('the actions of Flow', () => {
  test('are one for each action, each with its own address', () => {
    expect(extensions.map(({ handle }) => handle).sort()).toEqual(Object.keys(FLOW_ACTIONS).sort());
    for (const { handle, type, runtime_url: url } of extensions) {
      expect(type).toBe('flow_action');
      expect(readFlowPath(new URL(url).pathname)).toBe(handle);
      expect(handle.length).toBeLessThanOrEqual(30);
    }
  });

  test.each(extensions)(
    '$handle asks in Flow’s editor for what the action needs, and marks what it cannot do without',
    (one) => {
      const schema = FLOW_ACTIONS[one.handle as keyof typeof FLOW_ACTIONS];
      expect(one.fields.map(readName).sort()).toEqual(Object.keys(schema.shape).sort());
      // A number for what refers to something, a word that is a text and a list for what is long.
      const fill = ({ type }: TomlTable): string => (type === 'multi_line_text_field' ? 'default' : '1');
      const whole = Object.fromEntries(one.fields.map((field) => [readName(field), fill(field)]));
      expect(schema.safeParse(whole).success).toBe(true);
      const isNeeded = (name: string): boolean => !schema.safeParse({ ...whole, [name]: undefined }).success;
      for (const field of one.fields)
        expect(field['required'] === true, readName(field)).toBe(isNeeded(readName(field)));
    },
  );

  test('are named as the platform asks: a verb and its object, without punctuation', () => {
    for (const { name } of extensions) expect(name).toMatch(/^[A-Z][a-z]+(?: [a-z]+)+$/);
  });
});

describe('the triggers of Flow', () => {
  test('are one for each that we start, by its handle and name', () => {
    const named = Object.fromEntries(triggers.map(({ handle, name }) => [handle, name]));
    expect(named).toEqual(FLOW_TRIGGERS);
    expect(triggers).toHaveLength(Object.keys(FLOW_TRIGGERS).length);
    for (const handle of Object.keys(named)) expect(handle.length).toBeLessThanOrEqual(30);
  });

  test('are named as the platform asks, an object and what became of it, and lead to a page', () => {
    for (const { name, fields } of triggers) {
      expect(name).toMatch(/^[A-Z][a-z]+(?: [a-z]+)+$/);
      expect(fields.map(readName)).toEqual(expect.arrayContaining(['Link', 'Event ID']));
    }
  });

  test('have an address of ours for their use', () => {
    const paths = listOf('flow_trigger_lifecycle_callback').map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual([TRIGGER_USE_PATH]);
  });
});

test.each([
  ['123', 123n],
  [123, 123n],
  ['gid://shopify/Product/123', 123n],
  ['gid://shopify/Product/', undefined],
  ['12a', undefined],
  [null, undefined],
])('a product is named by %s', (product_id, id) => {
  expect(FLOW_ACTIONS['souk-approve-product'].safeParse({ product_id }).data?.product_id).toBe(id);
});

test.each(['/flow/actions/souk-pay-vendor', '/flow/actions/', '/flow/actions/souk-remind-vendor/x', '/flow'])(
  'no action stands at %s',
  (path) => {
    expect(readFlowPath(path)).toBeUndefined();
  },
);

/** Extensions as the platform's command line reads them, restated: https://github.com/Shopify/cli, `models/extensions`. */
const handle = z.string().regex(/^[a-zA-Z0-9-]{1,50}$/);
const extensionTypes = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ui_extension'),
    name: z.string().min(1),
    handle,
    targeting: z.array(z.strictObject({ target: z.string().min(1), module: z.string().startsWith('./') })).min(1),
    capabilities: z.strictObject({ network_access: z.boolean() }).optional(),
  }),
  z.strictObject({
    type: z.literal('flow_action'),
    name: z.string().min(1),
    handle: handle.max(30),
    description: z.string().optional(),
    runtime_url: z.url({ protocol: /^https$/ }),
  }),
  z.strictObject({
    type: z.literal('admin_link'),
    name: z.string().min(1),
    handle,
    targeting: z
      .array(
        z.strictObject({ target: z.string().regex(/^admin\.[a-z-]+\.action\.link$/), url: z.string().startsWith('/') }),
      )
      .min(1),
  }),
  z.strictObject({
    type: z.literal('flow_trigger'),
    name: z.string().min(1),
    handle: handle.max(30),
    description: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('flow_trigger_lifecycle_callback'),
    name: z.string().min(1),
    handle: handle.max(30),
    url: z.url({ protocol: /^https$/ }),
  }),
]);
const referenceType = z.enum(['product_reference', 'order_reference', 'customer_reference']);
const reference = z.strictObject({ type: referenceType, required: z.boolean() });
/** What a trigger tells: nothing of it is required, and its keys are shown as they stand. */
const triggerField = z.union([
  z.strictObject({ type: referenceType }),
  z.strictObject({
    type: z.enum(['boolean', 'email', 'single_line_text_field', 'url', 'number_decimal']),
    key: z.string().regex(/^[a-zA-Z\s]+$/),
    description: z.string().optional(),
  }),
]);
const field = z.strictObject({
  type: z.enum([
    'boolean',
    'email',
    'multi_line_text_field',
    'number_integer',
    'number_decimal',
    'single_line_text_field',
    'url',
  ]),
  key: z.string().min(1),
  name: z.string().min(1),
  description: z.string().optional(),
  required: z.boolean(),
});
const extensionFile = z.strictObject({
  api_version: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  extensions: z.array(extensionTypes).min(1),
  settings: z.strictObject({ fields: z.array(z.union([reference, field, triggerField])) }).optional(),
});

test.each(readdirSync(at('extensions')).filter((folder) => folder !== 'souk-theme'))(
  'the file of %s is one that the platform’s command line takes',
  (folder) => {
    const source = readFileSync(at('extensions', folder, 'shopify.extension.toml'), 'utf8');
    expect(() => extensionFile.parse(parseToml(source))).not.toThrow();
  },
);
