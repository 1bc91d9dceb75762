import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LOCALES } from '#app/core/viewer.ts';
import { implementations } from '#app/main/tables.server.ts';
import { ERRORS, REASONS } from '#app/core/errors.ts';
import { readRule, RULES, type RuleCode } from '#app/core/rules.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { at } from '#scripts/paths.ts';

type Told = { error?: ((issue: object) => string | { message: string } | undefined | null) | undefined };
type Node = z.core.$ZodType & { _zod: { def: object } };

/** What a schema or one of its checks says in words of ours; undefined where it leaves that to the rule. */
function wordsOf({ error }: Told): string[] {
  if (!error) return [];
  const told = ['custom', 'invalid_type'].map((code) => error({ code, input: undefined, path: [], message: '' }));
  return told.flatMap((one) => (typeof one === 'string' ? [one] : one?.message ? [one.message] : []));
}

/** Every message that stands in a schema, however deep. */
function collect(schema: Node, seen: Set<Node>, messages: Set<string>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const def = schema._zod.def as Told & { checks?: { _zod: { def: Told } }[] };
  for (const message of [def, ...(def.checks ?? []).map((check) => check._zod.def)].flatMap(wordsOf)) {
    messages.add(message);
  }
  for (const value of Object.values(def)) {
    for (const inner of [value, ...(Array.isArray(value) ? (value as unknown[]) : [])]) {
      if (isSchema(inner)) collect(inner, seen, messages);
      else if (isPlain(inner)) {
        for (const one of Object.values(inner)) if (isSchema(one)) collect(one, seen, messages);
      }
    }
  }
}

const isSchema = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && '_zod' in value && 'def' in (value as { _zod: object })._zod;
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Messages that rules of several fields add: they stand in functions, so they are read from the contracts' own text. */
function writtenMessages(): string[] {
  return readdirSync(at('app/features'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.contract.ts'))
    .flatMap((file) => [
      ...readFileSync(join(at('app/features'), file), 'utf8').matchAll(/(?:message|error): '((?:[^'\\]|\\.)+)'/g),
    ])
    .map((match) => (match[1] ?? '').replaceAll("\\'", "'"));
}

/** The kinds of issue of the schema library that no rule of ours words. */
const KINDS = [
  'required',
  'invalid_type',
  'invalid_value',
  'invalid_email',
  'invalid_url',
  'invalid_datetime',
  'invalid_date',
  'invalid_regex',
  'invalid_union',
  'unrecognized_keys',
  'not_multiple_of',
  'invalid',
  ...['string', 'number', 'int', 'bigint', 'array'].flatMap((origin) => [`too_small_${origin}`, `too_big_${origin}`]),
];

/** A value for every name that a text has a place for. */
const paramsFor = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 7] as const));

describe('the messages of all contracts', () => {
  const messages = new Set(writtenMessages());
  const seen = new Set<Node>();
  for (const { endpoint } of implementations) {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
      if (schema) collect(schema, seen, messages);
    }
  }

  it('are found: hundreds of schemas were walked', () => {
    expect(seen.size).toBeGreaterThan(300);
    expect(messages.size).toBeGreaterThan(60);
    expect([...messages].map((message) => readRule(message)?.rule)).toContain('min_amount');
  });

  it('stand for rules: no sentence is written into a contract', () => {
    expect([...messages].filter((message) => readRule(message) === undefined)).toEqual([]);
  });

  it.each(LOCALES)(
    'each rule, kind, code and reason has words of its own in %s, none of them English elsewhere',
    (locale) => {
      const t = translate(locale);
      const wrong: string[] = [];
      const judge = (what: string, words: string, english: string): void => {
        if (words === '' || words === what || /\{\{|errors:/.test(words) || (locale !== 'en' && words === english))
          wrong.push(what);
      };
      for (const [rule, text] of Object.entries(RULES) as [RuleCode, string][])
        judge(rule, issueText(t, { path: 'field', rule, message: rule, params: paramsFor(text) }), text);
      for (const rule of KINDS)
        judge(rule, issueText(t, { path: 'field', rule, message: rule, params: { minimum: 1, maximum: 2 } }), '');
      for (const [code, { text }] of Object.entries(ERRORS))
        judge(code, refusalText(t, { code, message: code, params: paramsFor(text) }), text);
      for (const [reason, text] of Object.entries(REASONS))
        judge(
          reason,
          refusalText(t, { code: 'invalid_state', reason, message: reason, params: paramsFor(text) }),
          text,
        );
      expect(wrong).toEqual([]);
    },
  );
});
