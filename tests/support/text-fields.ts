import { z } from 'zod';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { valuesAt, withValueAt } from './input-paths.ts';
import type { ProbeRequest } from './probe.ts';

/** The part of JSON Schema that zod writes and that texts are found by. */
type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** A field that takes texts: where it stands in a request, and the most signs that its contract lets through. */
export type TextField = { path: string; limit: number | undefined };

const MAX_DEPTH = 6;

/** The fields of body and query that take texts of people's choice, as far as a request that succeeds reaches them. */
export function listTextFields(endpoint: AnyEndpoint, request: ProbeRequest): TextField[] {
  const found = new Map<string, TextField>();
  for (const part of ['query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
    const from: ProbeRequest = { ...request, [part]: request[part] ?? {} };
    walk(root, root, from, part, 0, (field) => {
      const before = found.get(field.path);
      // Of several schemas for one place the longest text counts.
      if (!before || (field.limit ?? Infinity) > (before.limit ?? Infinity)) found.set(field.path, field);
    });
  }
  return [...found.values()];
}

function walk(
  root: Schema,
  schema: Schema,
  request: ProbeRequest,
  path: string,
  depth: number,
  take: (field: TextField) => void,
): void {
  if (depth > MAX_DEPTH) return;
  const at = resolve(root, schema);
  for (const one of [...(at.anyOf ?? []), ...(at.oneOf ?? []), ...(at.allOf ?? [])])
    walk(root, one, request, path, depth + 1, take);
  const isText = at.type === 'string' || (Array.isArray(at.type) && at.type.includes('string'));
  if (isText && !at.enum && at.const === undefined && depth > 0) take({ path, limit: at.maxLength });
  for (const [name, field] of Object.entries(at.properties ?? {}))
    walk(root, field, request, `${path}.${name}`, depth + 1, take);
  const [list] = valuesAt(request, path);
  if (typeof at.items === 'object' && Array.isArray(list) && list.length > 0)
    walk(root, at.items, request, `${path}.0`, depth + 1, take);
}

function resolve(root: Schema, schema: Schema): Schema {
  const target = root.$defs?.[schema.$ref?.split('/').pop() ?? ''];
  return target ? resolve(root, target) : schema;
}

/** The request with a text at a field; a parent that is not there is made. */
export function withText(request: ProbeRequest, path: string, text: string): ProbeRequest {
  const [part = '', ...keys] = path.split('.');
  let whole = { ...request, [part]: request[part as 'body'] ?? {} };
  for (let length = 1; length < keys.length; length++) {
    const parent = [part, ...keys.slice(0, length)].join('.');
    const [value] = valuesAt(whole, parent);
    if (value === undefined || value === null) whole = withValueAt(whole, parent, () => ({}));
  }
  return withValueAt(whole, path, () => text);
}

/** Texts that cost a careless pattern the square of their length, each of the asked length. */
export function attackTexts(length: number): { name: string; text: string }[] {
  const of = (name: string, unit: string, end = ''): { name: string; text: string } => ({
    name,
    text: unit.repeat(Math.ceil(length / unit.length)).slice(0, length - end.length) + end,
  });
  return [
    of('opened marks', '<'),
    of('opened links', '<a href="x">'),
    of('white space', ' ', 'x'),
    of('line breaks', ' \n', 'x'),
    of('hyphens', '-', 'x'),
    of('zeros', '0', 'x'),
    of('dots', 'a.', '@'),
    of('quotes', '"a,'),
    of('signs', '&amp;'),
    of('brackets', '([{'),
    of('names', 'vendor name '),
  ];
}
