import { z } from 'zod';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import type { ProbeRequest } from './probe.ts';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maximum?: number;
  minimum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
};
type Part = 'params' | 'query' | 'body';
const PARTS: readonly Part[] = ['params', 'query', 'body'];

/** A source of chance that yields the same numbers for the same seed: each call a number from 0 up to, not with, 1. */
export type Chance = () => number;

/** Chance from a seed and a name, so that each call has a sequence of its own. */
export function chanceOf(seed: number, name: string): Chance {
  let state = Buffer.from(name).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5 ^ seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <One>(chance: Chance, from: readonly One[]): One => from[Math.floor(chance() * from.length)] as One;
const whole = (chance: Chance, least: number, most: number) => least + Math.floor(chance() * (most - least + 1));

/** Texts that break what is careless: signs that a database refuses, markup, formulas, paths, other scripts, numbers at their ends. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202Egnirts',
  '\u200b\u00a0\u3000',
  'ﬁ İ ß ς',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'ا‎ل‏عربية',
  "'; DROP TABLE vendors; --",
  '" OR ""="',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{constructor.constructor("x")()}}',
  '{% assign x = 1 %}',
  '=HYPERLINK("http://x","y")',
  '../../etc/passwd',
  '..%2f..%2f',
  '%',
  '%zz',
  '\\',
  '\r\nBcc: x@example.com',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '99999999999999999999999999',
  '9223372036854775808',
  '0.1',
  '1,5',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'http://',
  'javascript:alert(1)',
  'http://[::1]/',
  'https://example.com/x.png',
  'mailto:a@b',
  'a@b.c',
  '"x y"@example.com',
  'x'.repeat(300),
  'é'.repeat(5_001),
  '*',
  'gid://shopify/Product/1',
];
const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e21,
  -1e21,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 31,
  2 ** 63,
  1e-9,
  1e308,
];

/** Any value that JSON can hold, never a polite one. */
function anyValue(chance: Chance, depth = 0): unknown {
  const kind = whole(chance, 0, depth > 3 ? 3 : 6);
  if (kind === 0) return pick(chance, TEXTS);
  if (kind === 1) return pick(chance, NUMBERS);
  if (kind === 2) return chance() < 0.5;
  if (kind === 3) return null;
  if (kind === 4) return Array.from({ length: whole(chance, 0, 4) }, () => anyValue(chance, depth + 1));
  if (kind === 5) return randomText(chance, 40);
  return Object.fromEntries(
    Array.from({ length: whole(chance, 0, 3) }, () => [pick(chance, TEXTS).slice(0, 50), anyValue(chance, depth + 1)]),
  );
}

function randomText(chance: Chance, most: number): string {
  const length = whole(chance, 0, most);
  return Array.from({ length }, () =>
    chance() < 0.7 ? String.fromCharCode(whole(chance, 32, 126)) : String.fromCodePoint(whole(chance, 160, 0xd7ff)),
  ).join('');
}

function resolved(root: Schema, schema: Schema): Schema {
  const target = schema.$ref ? root.$defs?.[schema.$ref.split('/').pop() ?? ''] : undefined;
  const found = target ? resolved(root, target) : schema;
  return (found.allOf ?? [])
    .map((one) => resolved(root, one))
    .reduce((sum, one) => ({ ...sum, ...one, properties: { ...sum.properties, ...one.properties } }), found);
}

/** A value close to what the schema wants, beginning at what is known to fit. */
function fittingValue(chance: Chance, root: Schema, given: Schema, known: unknown): unknown {
  const schema = resolved(root, given);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return chance() < 0.5 ? known : fittingValue(chance, root, pick(chance, variants), known);
  if (schema.enum) return pick(chance, schema.enum);
  if (schema.const !== undefined) return schema.const;
  const type = Array.isArray(schema.type) ? pick(chance, schema.type) : schema.type;
  if (type === 'string') {
    const text = chance() < 0.5 ? pick(chance, TEXTS) : randomText(chance, Math.min(schema.maxLength ?? 60, 200));
    return text.slice(0, schema.maxLength ?? 1_000).padEnd(schema.minLength ?? 0, 'x');
  }
  if (type === 'integer' || type === 'number') {
    const least = Math.max(schema.minimum ?? 0, -1e9);
    return whole(chance, least, Math.max(least, Math.min(schema.maximum ?? least + 1_000, least + 1e9)));
  }
  if (type === 'boolean') return chance() < 0.5;
  if (type === 'array' && typeof schema.items === 'object') {
    const items = schema.items;
    const first: unknown = Array.isArray(known) ? known[0] : undefined;
    const length = whole(chance, schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3));
    return Array.from({ length }, () => (chance() < 0.4 ? first : fittingValue(chance, root, items, first)));
  }
  if (type === 'object' || schema.properties) return fittingObject(chance, root, schema, known);
  return known;
}

function fittingObject(chance: Chance, root: Schema, schema: Schema, known: unknown): Record<string, unknown> {
  const before = (typeof known === 'object' && known !== null ? known : {}) as Record<string, unknown>;
  const names = Object.keys(schema.properties ?? {});
  const change = chance() < 0.7 ? 1 : names.length;
  const chosen = new Set(Array.from({ length: change }, () => pick(chance, names)));
  const after = { ...before };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (chosen.has(name)) after[name] = fittingValue(chance, root, field, before[name]);
  }
  return after;
}

/** A random input and whether the schemas of the call take it. */
export type RandomInput = { request: ProbeRequest; passes: boolean };

/** Makes random inputs of a call from its contract and from a request that succeeds: about half of them pass its schemas. */
export function randomInputs(endpoint: AnyEndpoint, chance: Chance): (known: ProbeRequest) => RandomInput {
  const parts = PARTS.filter((part) => endpoint[part]).map((part) => ({
    part,
    root: z.toJSONSchema(endpoint[part]!, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema,
  }));
  const passes = (request: ProbeRequest) =>
    parts.every(({ part }) => endpoint[part]!.safeParse(asSent(part, request)).success);

  return (known) => {
    if (parts.length === 0) return { request: known, passes: true };
    if (chance() < 0.6) {
      // What breaks a rule that the shape does not tell is tried again, at last with one part only or as it is known to fit.
      for (let tries = 0; tries < 4; tries++) {
        const request = parts.reduce<ProbeRequest>(
          (sum, { part, root }) =>
            tries < 2 || chance() < 0.5 ? withPart(sum, part, fittingValue(chance, root, root, sum[part] ?? {})) : sum,
          structuredClone(known),
        );
        if (passes(request)) return { request, passes: true };
      }
      return { request: known, passes: passes(known) };
    }
    const { part, root } = pick(chance, parts);
    const names = Object.keys(resolved(root, root).properties ?? {});
    const wild = wildPart(chance, part, names, structuredClone(known)[part]);
    const request = withPart(structuredClone(known), part, wild);
    return { request, passes: passes(request) };
  };
}

/** A part with some fields of any value, or, of a body, any value instead of it. */
function wildPart(chance: Chance, part: Part, names: readonly string[], known: unknown): unknown {
  if (part === 'body' && chance() < 0.2) return anyValue(chance);
  const fields: Record<string, unknown> = { ...(known as object | undefined) };
  for (let changes = whole(chance, 1, 3); changes > 0; changes--) {
    const name = chance() < 0.9 && names.length > 0 ? pick(chance, names) : pick(chance, TEXTS).slice(0, 40);
    if (part === 'params') {
      if (name in fields) fields[name] = addressable(chance);
    } else fields[name] = part === 'body' ? anyValue(chance) : pick(chance, TEXTS);
  }
  return fields;
}

/** A text that can stand in an address: not empty, no half sign, no step to another folder. */
function addressable(chance: Chance): string {
  const text = pick(chance, TEXTS)
    .replace(/\p{Surrogate}/gu, '?')
    .slice(0, 2_000);
  return /^\.{0,2}$/.test(text) ? 'x' : text;
}

function withPart(request: ProbeRequest, part: Part, value: unknown): ProbeRequest {
  if (part === 'body') return { ...request, body: value };
  const fields = Object.entries(value as Record<string, unknown>)
    .filter(([, one]) => one !== undefined && one !== null)
    .map(([name, one]) => [name, addressText(one)] as const);
  if (part === 'query') return { ...request, query: Object.fromEntries(fields) };
  const params = fields.map(([name, one]) => [name, /^\.{0,2}$/.test(one) ? 'x' : one]);
  return { ...request, params: Object.fromEntries(params) as Record<string, string> };
}

/** A value as an address carries it: a half sign cannot be written there. */
function addressText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** The input as the server sees it: parameters and query arrive as texts. */
function asSent(part: Part, request: ProbeRequest): unknown {
  if (part === 'body') return request.body === undefined ? {} : (JSON.parse(JSON.stringify(request.body)) as unknown);
  const fields = Object.entries(request[part] ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}
