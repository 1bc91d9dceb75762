import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LOCALES } from '#app/core/viewer.ts';
import { implementations } from '#app/main/tables.server.ts';
import { ERRORS, REASONS } from '#app/core/errors.ts';
import { KIND_TEXTS, toIssues } from '#app/core/issues.ts';
import { readRule, RULES, type RuleCode } from '#app/core/rules.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { at } from '#scripts/paths.ts';

type MessageSource = { error?: ((issue: object) => string | { message: string } | undefined | null) | undefined };
type Node = z.core.$ZodType & { _zod: { def: object } };

/** What a schema or one of its checks says in words of ours; undefined where it leaves that to the rule. */
function wordsOf({ error }: MessageSource): string[] {
  if (!error) return [];
  const reported = ['custom', 'invalid_type'].map((code) => error({ code, input: undefined, path: [], message: '' }));
  return reported.flatMap((one) => (typeof one === 'string' ? [one] : one?.message ? [one.message] : []));
}

/** Every message that stands in a schema, however deep. */
function collect(schema: Node, seen: Set<Node>, messages: Set<string>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const def = schema._zod.def as MessageSource & { checks?: { _zod: { def: MessageSource } }[] };
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
  return readdirSync(at('app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.contract.ts'))
    .flatMap((file) => [
      ...readFileSync(join(at('app'), file), 'utf8').matchAll(/(?:message|error): '((?:[^'\\]|\\.)+)'/g),
    ])
    .map((match) => (match[1] ?? '').replaceAll("\\'", "'"));
}

/** The rules that the program names: in calls of `rule('…')` and in issues that are written out, `{ rule: '…', message }`. */
function listNamedRules(): { file: string; rule: string; hasLiteral: boolean }[] {
  const named: { file: string; rule: string; hasLiteral: boolean }[] = [];
  const files = readdirSync(at('app'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))) {
    const text = readFileSync(join(at('app'), file), 'utf8');
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'rule') {
        const [first] = node.arguments;
        if (first && ts.isStringLiteral(first)) named.push({ file, rule: first.text, hasLiteral: false });
      }
      if (ts.isObjectLiteralExpression(node)) {
        const own = new Map(
          node.properties.filter(ts.isPropertyAssignment).map((one) => [one.name.getText(), one.initializer]),
        );
        const [code, message] = [own.get('rule'), own.get('message')];
        const hasMessage = node.properties.some((one) => one.name?.getText() === 'message');
        const hasLiteral =
          message !== undefined && (ts.isStringLiteralLike(message) || ts.isTemplateExpression(message));
        if (code && hasMessage && ts.isStringLiteral(code) && code.text !== '') {
          // A message of `rule()` brings the rule of its own, which is found by the call.
          const isWorded = message !== undefined && ts.isCallExpression(message);
          if (!isWorded) named.push({ file, rule: code.text, hasLiteral });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return named;
}

/** Issues whose message is a variable that holds `rule()`, or the words of somebody outside. */
const WORDED_BY_OTHERS = new Set([
  'custom',
  'days_apart',
  'platform',
  'weight',
  'too_many_pixels',
  'choices',
  'too_big',
]);

/** Words that the schema library begins its own sentences with. */
const LIBRARY_WORDS =
  /Invalid (input|option|key|string|email|URL|ISO|date|number)|expected .*received|Too (small|big)|Unrecognized key/;

/** A value of a wrong type at the top and, where the schema names fields, at each of them. */
function listWrongValues(schema: z.ZodType): unknown[] {
  const values = [null, 7, 'word', [], {}, true, { unheardOf: 1 }];
  const { shape } = schema as { shape?: Record<string, unknown> };
  const keys = Object.keys(shape ?? {});
  const fields = [null, 7, -1, 1.5, 'word', '', [null], [{}], {}, { unheardOf: [] }];
  return [...values, ...fields.map((value) => Object.fromEntries(keys.map((key) => [key, value])))];
}

/** A value for every name that a text has a place for, and the name of the field that an issue of a product brings. */
const paramsFor = (text: string): Record<string, string | number> => ({
  name: 'Wood',
  ...Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 7] as const)),
});

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

  it('a value of a wrong type, at any endpoint, is refused in words of ours', () => {
    const reported: { endpoint: string; rule: string; message: string }[] = [];
    let count = 0;
    for (const { endpoint } of implementations) {
      for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
        for (const value of schema ? listWrongValues(schema) : []) {
          const parsed = schema?.safeParse(value);
          const issues = parsed && !parsed.success ? toIssues(parsed.error) : [];
          count += issues.length;
          for (const { rule, message } of issues) {
            const isOwn = Object.hasOwn({ ...RULES, ...KIND_TEXTS }, rule) && !LIBRARY_WORDS.test(message);
            if (!isOwn) reported.push({ endpoint: endpoint.name, rule, message });
          }
        }
      }
    }
    expect(count).toBeGreaterThan(2_000);
    expect(reported).toEqual([]);
  });

  it('no issue is written with a sentence beside its rule', () => {
    const named = listNamedRules();
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter(({ hasLiteral }) => hasLiteral)).toEqual([]);
  });

  it.each(LOCALES)('each rule that the program names has words in %s', (locale) => {
    const t = translate(locale) as (key: string, options: object) => string;
    const missing = listNamedRules().filter(
      ({ rule }) =>
        !WORDED_BY_OTHERS.has(rule) &&
        t(`errors:rules.${rule}`, { defaultValue: '' }) === '' &&
        t(`errors:reasons.${rule}`, { defaultValue: '' }) === '',
    );
    expect(missing).toEqual([]);
  });

  it.each(LOCALES)(
    'each rule, kind, code and reason has words of its own in %s, none of them English in another language',
    (locale) => {
      const t = translate(locale);
      const wrong: string[] = [];
      const judge = (what: string, words: string, english: string): void => {
        if (words === '' || words === what || /\{\{|errors:/.test(words) || (locale !== 'en' && words === english))
          wrong.push(what);
      };
      for (const [rule, text] of Object.entries(RULES) as [RuleCode, string][])
        judge(rule, issueText(t, { path: 'field', rule, message: rule, params: paramsFor(text) }), text);
      for (const rule of Object.keys(KIND_TEXTS))
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

/** Texts with a count and one form: limits that are never one, and counts beside a noun that does not follow them. */
const ONE_FORM = new Set([
  ...['commissions:subtitle', 'commissions:whatIf.showAll', 'common:list.selectAll', 'common:list.allSelected'],
  ...[
    'errors:rules.too_few_characters',
    'errors:rules.too_many_characters',
    'home:books.badge.open',
    'dashboard:performance.onlyLate',
  ],
  ...[
    'labels:batch.tooMany',
    'memberships:limitOf',
    'memberships:every',
    'money:pay.cut',
    'money:request.confirmTitle',
  ],
  ...['orders:bulk.upTo', 'productList:bulk.approve', 'productList:bulk.unapprove', 'productList:bulk.delete'],
  ...['productList:bulk.add_tags', 'productList:bulk.remove_tags', 'productList:upTo.approve'],
  ...['productList:upTo.unapprove', 'productList:upTo.delete', 'productList:upTo.add_tags'],
  ...['productList:upTo.remove_tags', 'products:editor.countOf', 'products:media.count', 'products:media.move'],
  ...['products:media.moved', 'products:options.tooMany', 'products:approval.waiting', 'system:privacy'],
  'system:dead.replayAll',
]);

/** Every text of a language by its key, `namespace:path`. */
function listTexts(locale: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else
      for (const [name, part] of Object.entries(value as object))
        walk(part, `${key}${key.endsWith(':') ? '' : '.'}${name}`);
  };
  for (const file of readdirSync(at(`app/locales/${locale}`)))
    walk(JSON.parse(readFileSync(at(`app/locales/${locale}/${file}`), 'utf8')), `${file.replace('.json', '')}:`);
  return texts;
}

describe('texts with a count', () => {
  it.each(LOCALES)('have a form for one and a form for others in %s', (locale) => {
    const texts = listTexts(locale);
    const single = [...texts].filter(
      ([key, text]) => text.includes('{{count}}') && !/_(one|other|zero|many)$/.test(key),
    );
    expect(single.map(([key]) => key).filter((key) => !ONE_FORM.has(key))).toEqual([]);
    const stems = [...texts].flatMap(([key, text]) =>
      text.includes('{{count}}') ? (/^(.*)_(?:one|other)$/.exec(key)?.[1] ?? []) : [],
    );
    expect(stems.filter((stem) => !texts.has(`${stem}_one`) || !texts.has(`${stem}_other`))).toEqual([]);
  });
});

describe('counts of rows', () => {
  it.each([
    ['en', '1 row', '2 rows'],
    ['de', '1 Zeile', '2 Zeilen'],
    ['fr', '1 ligne', '2 lignes'],
    ['nl', '1 rij', '2 rijen'],
    ['es', '1 fila', '2 filas'],
  ] as const)('an export and an import of one row say so in the singular in %s', (locale, one, two) => {
    const t = translate(locale);
    const reported = (count: number) =>
      [
        t('common:export.running', { count, rows: String(count) }),
        t('common:export.done', { count, rows: String(count) }),
        t('productImport:earlier.line', { count, rows: String(count), by: 'Ada' }),
      ].map((text) => /\d+ \p{L}+/u.exec(text)?.[0]);
    expect(reported(1)).toEqual([one, one, one]);
    expect(reported(2)).toEqual([two, two, two]);
  });
});
