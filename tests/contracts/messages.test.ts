import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LOCALES } from '#app/core/viewer.ts';
import { implementations } from '#app/main/tables.server.ts';
import { issueText, slugOf, withoutNumber } from '#app/ui/i18n/error-text.ts';
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
    expect(messages).toContain('must be an amount of at least 0');
  });

  it.each(LOCALES)('have a text of their own in %s', (locale) => {
    const t = translate(locale);
    const without = [...messages].filter((message) => {
      const text = issueText(t, { path: 'field', rule: 'custom', message, params: {} });
      const lookUp = (slug: string): string =>
        (t as unknown as (key: string, o: object) => string)(`errors:issues.${slug}`, {
          defaultValue: '',
          n: /\d+/.exec(message)?.[0],
        });
      const own = lookUp(slugOf(message)) || lookUp(slugOf(withoutNumber(message)));
      return own === '' || text !== own || /\{\{|errors:/.test(text) || (locale !== 'en' && text === message);
    });
    expect(without).toEqual([]);
  });
});
