import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FLOW_ACTIONS, readFlowPath } from '#app/features/flow/flow-action.ts';
import { parseToml, type TomlTable } from '#sandbox/platform/app-config.ts';
import { at } from '#scripts/paths.ts';

const folders = readdirSync(at('extensions')).filter((name) => name.startsWith('souk-flow-'));
const extensions = folders.map((folder) => {
  const toml = parseToml(readFileSync(at('extensions', folder, 'shopify.extension.toml'), 'utf8'));
  const [extension] = toml['extensions'] as TomlTable[];
  const fields = (toml['settings'] as { fields: TomlTable[] }).fields;
  return { ...extension, fields } as TomlTable & {
    handle: string;
    name: string;
    runtime_url: string;
    fields: TomlTable[];
  };
});
/** The platform names a field that refers to something of the store after it. */
const readName = ({ key, type }: TomlTable): string =>
  typeof key === 'string' ? key : typeof type === 'string' ? type.replace('_reference', '_id') : '';

describe('the extensions of Flow', () => {
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
      const isNeeded = (name: string): boolean => {
        const whole = Object.fromEntries(one.fields.map((field) => [readName(field), '1']));
        return !schema.safeParse({ ...whole, [name]: undefined }).success;
      };
      for (const field of one.fields)
        expect(field['required'] === true, readName(field)).toBe(isNeeded(readName(field)));
    },
  );

  test('are named as the platform asks: a verb and its object, without punctuation', () => {
    for (const { name } of extensions) expect(name).toMatch(/^[A-Z][a-z]+(?: [a-z]+)+$/);
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
  }),
  z.strictObject({
    type: z.literal('flow_action'),
    name: z.string().min(1),
    handle: handle.max(30),
    description: z.string().optional(),
    runtime_url: z.url({ protocol: /^https$/ }),
  }),
]);
const reference = z.strictObject({
  type: z.enum(['product_reference', 'order_reference', 'customer_reference']),
  required: z.boolean(),
});
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
  settings: z.strictObject({ fields: z.array(z.union([reference, field])) }).optional(),
});

test.each(readdirSync(at('extensions')).filter((folder) => folder !== 'souk-theme'))(
  'the file of %s is one that the platform’s command line takes',
  (folder) => {
    const source = readFileSync(at('extensions', folder, 'shopify.extension.toml'), 'utf8');
    expect(() => extensionFile.parse(parseToml(source))).not.toThrow();
  },
);
