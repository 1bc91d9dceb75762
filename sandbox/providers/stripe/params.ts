import { z } from 'zod';
import { StripeProblem, invalidParam } from './problem.ts';

/** Parameters as nested objects, lists and texts; JSON bodies may hold numbers and flags too. */
export type Params = { [name: string]: unknown };

const DEPTH = 10;
const LIST_LIMIT = 1000;
const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor']);

/** `a[b][0]=x` as `{a: {b: ['x']}}`, for bodies and queries alike. */
export function decodeForm(source: URLSearchParams): Params {
  const result: Params = {};
  for (const [name, value] of source) {
    const path = [name.split('[')[0] ?? '', ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
    if (path.length <= DEPTH && !path.some((key) => FORBIDDEN.has(key))) put(result, path, value);
  }
  return listsOf(result);
}

function put(target: Params, path: readonly string[], value: string): void {
  const [first = '', ...rest] = path;
  const key = first === '' ? String(Object.keys(target).length) : first;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  const next = isObject(inner) ? inner : {};
  target[key] = next;
  put(next, rest, value);
}

function listsOf(value: Params): Params {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asList(inner)]));
}

function asList(value: unknown): unknown {
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const isList = keys.length > 0 && keys.length <= LIST_LIMIT && keys.every((key) => /^\d{1,4}$/.test(key));
  return isList ? Object.values(value).map(asList) : listsOf(value);
}

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads parameters by a schema; the first thing that is wrong is refused as Stripe refuses it. */
export function readParams<T extends z.ZodType>(schema: T, params: Params): z.infer<T> {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw new StripeProblem(400, { message: 'Invalid request.' }, true);
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw invalidParam(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  }
  if (valueAt(params, issue.path) === undefined)
    throw invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing');
  const code = issue.code === 'custom' && typeof issue.params?.['code'] === 'string' ? issue.params['code'] : undefined;
  throw invalidParam(param, issue.message, code);
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

function valueAt(params: Params, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (isObject(value) ? value[String(part)] : Array.isArray(value) ? value[Number(part)] : undefined),
    params,
  );
}

/** A text that is not empty. */
export function text(limit = 5000): z.ZodString {
  return z
    .string()
    .min(1, { error: 'You passed an empty string. We assume empty values are an attempt to unset a parameter.' })
    .max(limit, { error: `Invalid string: must be at most ${limit} characters` });
}

/** A whole number, also when it comes as a text. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER) {
  return z
    .union([z.string(), z.number()])
    .refine((value) => /^-?\d{1,16}$/.test(String(value)), {
      error: (issue) => `Invalid integer: ${String(issue.input)}`,
      params: { code: 'parameter_invalid_integer' },
    })
    .transform(Number)
    .refine((value) => value >= least, {
      error: `This value must be greater than or equal to ${least}.`,
      params: { code: 'parameter_invalid_integer' },
    })
    .refine((value) => value <= most, {
      error: `This value must be less than or equal to ${most}.`,
      params: { code: 'parameter_invalid_integer' },
    });
}

/** True or false, also when it comes as a text. */
export function flag() {
  return z
    .union([z.boolean(), z.enum(['true', 'false'])], { error: (issue) => `Invalid boolean: ${String(issue.input)}` })
    .transform((value) => value === true || value === 'true');
}

/** At most 50 keys of 40 characters with values of 500. */
export function metadata() {
  return z
    .record(
      z.string().max(40, { error: 'Metadata keys can have up to 40 characters.' }),
      z.string().max(500, { error: 'Metadata values can have up to 500 characters.' }),
    )
    .refine((value) => Object.keys(value).length <= 50, {
      error: 'Metadata can have at most 50 keys.',
    });
}

/** Nothing can be expanded here; a wish for it is refused rather than overlooked in silence. */
export function expand() {
  const refused = z.string().refine(() => false, {
    error: (issue) => `not implemented in the sandbox: expand ${String(issue.input)}`,
  });
  return z.array(refused);
}

/** An address that a browser or Stripe itself can go to. */
export function address() {
  return text().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'Not a valid URL',
    params: { code: 'url_invalid' },
  });
}

/** The parameters of a list: how many, and where it goes on. */
export const paging = {
  limit: integer(1, 100).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
  expand: expand().optional(),
};

/** A moment, or the bounds of a span, in seconds since 1970. */
export function created() {
  const seconds = integer(0);
  return z.union([
    seconds,
    z.strictObject({
      gt: seconds.optional(),
      gte: seconds.optional(),
      lt: seconds.optional(),
      lte: seconds.optional(),
    }),
  ]);
}

/** Whether a moment (ISO) lies within what `created` asks for. */
export function isWithin(iso: string, wanted: z.infer<ReturnType<typeof created>> | undefined): boolean {
  if (wanted === undefined) return true;
  const at = secondsOf(iso);
  if (typeof wanted === 'number') return at === wanted;
  return (
    (wanted.gt === undefined || at > wanted.gt) &&
    (wanted.gte === undefined || at >= wanted.gte) &&
    (wanted.lt === undefined || at < wanted.lt) &&
    (wanted.lte === undefined || at <= wanted.lte)
  );
}

/** A moment as Stripe writes it: whole seconds since 1970. */
export function secondsOf(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}
