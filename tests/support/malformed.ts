import { z } from 'zod';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import type { ProbeRequest } from './probe.ts';
import { REMOVED, valuesAt, withValueAt } from './input-paths.ts';

/** The part of JSON Schema that zod writes and that mutations are made from. */
type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  minimum?: number;
  pattern?: string;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** One malformed request: what is wrong with it, and the field that the answer must name. */
export type Malformed = { what: string; field: string; request: ProbeRequest };

type Part = 'params' | 'query' | 'body';

/**
 * Malformed variants of a request that succeeds, made from the contract's own schemas: each required field taken away, each
 * field of another type, over its length, outside its list, its range or its pattern. A variant that the schema accepts after
 * all is left out: it is not malformed.
 */
export function malformedVariants(endpoint: AnyEndpoint, request: ProbeRequest): Malformed[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
    return variantsOf(part, root, root, request, part, 0)
      .filter((variant) => !schema.safeParse(toDto(part, variant.request)).success)
      .map((variant) => ({ ...variant, field: variant.field.slice(part.length + 1) }));
  });
}

/** The input as the server sees it: parameters and query arrive as texts. */
function toDto(part: Part, request: ProbeRequest): unknown {
  if (part === 'body') return request.body ?? {};
  const fields = Object.entries(request[part] ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}

function variantsOf(
  part: Part,
  root: Schema,
  schema: Schema,
  request: ProbeRequest,
  path: string,
  depth: number,
): Malformed[] {
  const resolved = resolve(root, schema);
  if (depth > 6) return [];
  const here = depth === 0 ? [] : valueVariants(part, resolved, request, path);
  const [value] = valuesAt(request, path);
  const below = Object.entries(resolved.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    // A path parameter cannot be left out: the address would be another one.
    const removed =
      resolved.required?.includes(name) && part !== 'params' && value !== undefined
        ? [{ what: `${at} is missing`, field: at, request: withValueAt(request, at, () => REMOVED) }]
        : [];
    return [...removed, ...variantsOf(part, root, field, request, at, depth + 1)];
  });
  const inItems =
    typeof resolved.items === 'object' && Array.isArray(value) && value.length > 0
      ? variantsOf(part, root, resolved.items, request, `${path}.0`, depth + 1)
      : [];
  return [...here, ...below, ...inItems];
}

function resolve(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.split('/').pop();
  const target = name ? root.$defs?.[name] : undefined;
  const found = target ? resolve(root, target) : schema;
  const parts = found.allOf?.map((one) => resolve(root, one)) ?? [];
  return parts.reduce((sum, one) => ({ ...sum, ...one, properties: { ...sum.properties, ...one.properties } }), found);
}

function valueVariants(part: Part, schema: Schema, request: ProbeRequest, path: string): Malformed[] {
  const variant = (what: string, value: unknown) => ({
    what: `${path} ${what}`,
    field: path,
    request: withValueAt(request, path, () => value),
  });
  const variants: Malformed[] = [];
  if (part === 'body') {
    // Two values of other types: one of them is wrong for any field that has a type.
    variants.push(variant('is an object', { unexpected: true }), variant('is a list', [[1]]));
  }
  if (schema.maxLength !== undefined && schema.maxLength <= 100_000) {
    variants.push(variant('is too long', 'x'.repeat(schema.maxLength + 1)));
  }
  if (schema.maxItems !== undefined) {
    const [list] = valuesAt(request, path);
    const element: unknown = Array.isArray(list) ? list[0] : 'x';
    variants.push(
      variant(
        'has too many elements',
        Array.from({ length: schema.maxItems + 1 }, () => element),
      ),
    );
  }
  if (schema.enum || schema.const !== undefined) variants.push(variant('is not in the list', 'no-such-value'));
  if (schema.pattern !== undefined || schema.format !== undefined)
    variants.push(variant('breaks the pattern', ' \u0000?'));
  if (schema.maximum !== undefined) variants.push(variant('is too large', schema.maximum + 1));
  if (schema.minimum !== undefined) variants.push(variant('is too small', schema.minimum - 1));
  if (part !== 'body') variants.push(variant('is no such thing', 'no-such-thing'));
  return variants;
}
