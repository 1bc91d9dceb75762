import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { at } from '#scripts/paths.ts';
import { THEME_BLOCKS } from '#app/features/storefront/theme-blocks.ts';

const FOLDER = at('extensions/souk-theme');
const LANGUAGES = ['en', 'nl', 'de', 'fr', 'es'];
const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');
const list = (folder: string): string[] => readdirSync(join(FOLDER, folder)).sort();

const blocks = list('blocks').map((file) => ({
  file,
  name: file.replace('.liquid', ''),
  source: read(`blocks/${file}`),
}));
const liquids = [
  ...blocks,
  ...list('snippets').map((file) => ({ file, name: file.replace('.liquid', ''), source: read(`snippets/${file}`) })),
];

/** The texts of one language file by their whole keys. */
function textsOf(file: string): Record<string, string> {
  const flatten = (node: object, prefix: string): [string, string][] =>
    Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? flatten(value, `${prefix}${key}.`)
        : [[`${prefix}${key}`, String(value)]],
    );
  return Object.fromEntries(flatten(JSON.parse(read(`locales/${file}`)) as object, ''));
}
const fileOf = (language: string, kind: '' | '.schema') =>
  `${language}${language === 'en' ? '.default' : ''}${kind}.json`;
const shopperTexts = new Map(LANGUAGES.map((language) => [language, textsOf(fileOf(language, ''))]));
const editorTexts = new Map(LANGUAGES.map((language) => [language, textsOf(fileOf(language, '.schema'))]));

/** What the platform takes as a block's schema, as far as its documents say; nothing else may stand there. */
const key = z.string().regex(/^t:[a-z_]+(\.[a-z_]+)+$/, 'is no key of a text');
const id = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'is no id of a setting');
const base = { id, label: key, info: key.optional() };
const setting = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    ...base,
    default: z.string().min(1).optional(),
    placeholder: key.optional(),
  }),
  z.strictObject({ type: z.literal('textarea'), ...base, default: z.string().min(1).optional() }),
  z.strictObject({ type: z.literal('checkbox'), ...base, default: z.boolean() }),
  z
    .strictObject({
      type: z.literal('range'),
      ...base,
      min: z.number(),
      max: z.number(),
      step: z.number().positive(),
      unit: z.string().max(3).optional(),
      default: z.number(),
    })
    .refine(
      ({ min, max, step }) => max > min && (max - min) / step >= 2 && (max - min) / step <= 100,
      'has from 3 to 101 steps',
    )
    .refine(
      ({ min, max, step, default: own }) => own >= min && own <= max && (own - min) % step === 0,
      'has a default on a step',
    ),
  z
    .strictObject({
      type: z.literal('select'),
      ...base,
      options: z.array(z.strictObject({ value: z.string().min(1), label: key })).min(2),
      default: z.string(),
    })
    .refine(
      ({ options, default: own }) => options.some((option) => option.value === own),
      'has a default among its options',
    )
    .refine(
      ({ options }) => new Set(options.map((option) => option.value)).size === options.length,
      'names each option once',
    ),
]);
const TEMPLATES = [
  '404',
  'article',
  'blog',
  'cart',
  'collection',
  'index',
  'list-collections',
  'page',
  'product',
  'search',
] as const;
const schema = z.strictObject({
  name: key,
  target: z.enum(['section', 'head', 'body']),
  stylesheet: z.string().optional(),
  javascript: z.string().optional(),
  enabled_on: z.strictObject({ templates: z.array(z.enum(TEMPLATES)).min(1) }).optional(),
  settings: z
    .array(setting)
    .max(25)
    .refine((settings) => new Set(settings.map((one) => one.id)).size === settings.length, 'names each setting once'),
});

const schemaText = (source: string): string =>
  /\{% schema %\}\n([\s\S]*)\n\{% endschema %\}\s*$/.exec(source)?.[1] ?? '';
const schemaOf = (source: string): z.infer<typeof schema> => schema.parse(JSON.parse(schemaText(source)));

describe.each(blocks)('the block $name', ({ source }) => {
  test('has a schema that the platform takes, as the last thing in the file', () => {
    const result = schema.safeParse(JSON.parse(schemaText(source)));
    expect(result.success ? [] : result.error.issues).toEqual([]);
  });

  test('names style sheets, scripts and snippets that are there', () => {
    const { stylesheet, javascript } = schemaOf(source);
    const files = [stylesheet, javascript].flatMap((file) => (file ? [`assets/${file}`] : []));
    expect(files.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
  });

  test('uses every setting that it has, and has every setting that it uses', () => {
    const used = [...source.matchAll(/block\.settings\.(\w+)/g)].map((match) => match[1] ?? '');
    expect([...new Set(used)].sort()).toEqual(
      schemaOf(source)
        .settings.map((one) => one.id)
        .sort(),
    );
  });

  test('can be found again by the theme editor: its attributes stand on one element of each way it is drawn', () => {
    expect(source).toContain('{{ block.shopify_attributes }}');
  });

  test('has names and labels of a length that the editor shows, in five languages', () => {
    const { name, settings } = schemaOf(source);
    for (const texts of editorTexts.values()) {
      expect((texts[name.slice(2)] ?? '').length).toBeGreaterThan(0);
      expect((texts[name.slice(2)] ?? '').length, texts[name.slice(2)]).toBeLessThanOrEqual(25);
      for (const one of settings) {
        expect((texts[one.label.slice(2)] ?? '').length, one.label).toBeLessThanOrEqual(50);
        expect((texts[one.info?.slice(2) ?? ''] ?? '').length, one.info).toBeLessThanOrEqual(500);
      }
    }
  });
});

describe('the extension', () => {
  test('is a theme app extension with the blocks that the app offers, within the platform’s limits', () => {
    expect(read('shopify.extension.toml')).toMatch(/^type = "theme"$/m);
    expect(blocks.map((block) => block.name).sort()).toEqual(THEME_BLOCKS.map((one) => one.block).sort());
    expect(blocks.length).toBeLessThanOrEqual(30);
    const liquid = liquids.reduce((sum, { source }) => sum + Buffer.byteLength(source), 0);
    expect(liquid).toBeLessThan(100_000);
    expect(list('.').sort()).toEqual(['assets', 'blocks', 'locales', 'shopify.extension.toml', 'snippets']);
  });

  test('brings scripts under 10 kB each, and a style sheet that is no larger', () => {
    const sizes = list('assets').map((file) => [file, statSync(join(FOLDER, 'assets', file)).size] as const);
    expect(sizes.filter(([, size]) => size >= 10_000)).toEqual([]);
    expect(sizes.map(([file]) => file).filter((file) => !/^[a-z-]+\.(css|js)$/.test(file))).toEqual([]);
  });

  test('opens in the theme editor with templates that each block may stand in', () => {
    for (const { block, template } of THEME_BLOCKS) {
      const { enabled_on: only } = schemaOf(blocks.find((one) => one.name === block)?.source ?? '');
      expect(only?.templates ?? [template], block).toContain(template);
    }
  });
});

describe('the texts of the extension', () => {
  test.each([
    ['shoppers', shopperTexts, ''],
    ['the theme editor', editorTexts, '.schema'],
  ] as const)('of %s stand in five languages under the same keys, none empty', (_, texts, kind) => {
    expect(list('locales').filter((file) => file.endsWith('.schema.json') === (kind !== '')).length).toBe(
      LANGUAGES.length,
    );
    const english = texts.get('en') ?? {};
    const holes = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]).sort();
    for (const [language, own] of texts) {
      expect(Object.keys(own).sort(), language).toEqual(Object.keys(english).sort());
      for (const [name, text] of Object.entries(own)) {
        expect(text.trim(), `${language} ${name}`).not.toBe('');
        expect(holes(text), `${language} ${name}`).toEqual(holes(english[name] ?? ''));
        expect(text, `${language} ${name}`).not.toMatch(/[<>]/);
      }
    }
  });

  test('are all used, and every one that is used is there', () => {
    const inLiquid = liquids.flatMap(({ source }) =>
      [...source.matchAll(/'([a-z_]+\.[a-z_]+)'\s*\|\s*t\b/g)].map((match) => match[1] ?? ''),
    );
    expect([...new Set(inLiquid)].sort()).toEqual(Object.keys(shopperTexts.get('en') ?? {}).sort());
    const inSchemas = blocks.flatMap(({ source }) =>
      [...schemaText(source).matchAll(/"t:([^"]+)"/g)].map((match) => match[1] ?? ''),
    );
    expect([...new Set(inSchemas)].sort()).toEqual(Object.keys(editorTexts.get('en') ?? {}).sort());
  });
});

/** What may stand on a page as it is, each with the reason why it is safe. */
const SAFE_OUTPUTS = new Set([
  'block.shopify_attributes', // The platform's own attributes.
  'collection.description', // Cleaned by the app when a vendor saved it; the platform's own formatted text.
  'field.html', // Cleaned by the app when it was written.
  'rows', // A captured piece of the same snippet.
  'heading', // A captured piece of the same block.
  'address | strip', // A captured address, escaped in the snippet that made it.
  'find_url | strip',
  'text', // A captured snippet that escapes what it writes.
  'holiday',
  'holiday.message | escape | newline_to_br', // Escaped, and after that broken into lines.
]);

describe.each(liquids)('what $file writes', ({ source }) => {
  const drawn = source
    .replace(/\{% schema %\}[\s\S]*/, '')
    .replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, '');

  test('is escaped, or a text of our own, or known to be safe', () => {
    const outputs = [
      ...[...drawn.matchAll(/\{\{-?([\s\S]*?)-?\}\}/g)].map((match) => (match[1] ?? '').trim()),
      ...[...drawn.matchAll(/^\s*echo (.*)$/gm)].map((match) => (match[1] ?? '').trim()),
    ];
    const isSafe = (output: string): boolean =>
      SAFE_OUTPUTS.has(output) ||
      /\|\s*(escape|escape_once)$/.test(output) ||
      /^'[a-z_.]+' \| t(: [^|]*)?$/.test(output);
    expect(outputs.filter((output) => !isSafe(output))).toEqual([]);
  });

  test('has no inline script, handler or style, nothing of other sites, and pictures of a known size', () => {
    expect(drawn).not.toMatch(/<script|<style|<iframe|\son[a-z]+\s*=\s*["']|\sstyle\s*=|javascript:/i);
    expect(drawn.replace(/replace: 'https?:\/\/', ''/g, '')).not.toMatch(/https?:\/\//);
    for (const [picture] of drawn.matchAll(/<img[^>]*>/g)) {
      expect(picture).toMatch(/\swidth="\d+" height="\d+"/);
      expect(picture).toMatch(/\salt="/);
    }
  });

  test('gives every field of a form a label', () => {
    for (const [, field] of drawn.matchAll(/<(?:input|textarea|select)(?![^>]*type="hidden")[^>]*\bid="([^"]*)"/g)) {
      expect(drawn).toContain(`for="${field ?? ''}"`);
    }
    expect(drawn).not.toMatch(/<(?:input|textarea|select)(?![^>]*(?:type="hidden"|\bid="))[^>]*>/);
  });
});

describe.each(list('assets').filter((file) => file.endsWith('.js')))('the script %s', (file) => {
  test('writes texts as texts, keeps nothing in the browser, and asks the store’s own address alone', () => {
    expect(read(`assets/${file}`)).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|localStorage|sessionStorage|cookie|https?:/,
    );
  });
});

describe('the platform’s own theme check', () => {
  const room = mkdtempSync(join(tmpdir(), 'souk-theme-check-'));
  const VARIABLES = ['XDG_CACHE_HOME', 'SHOPIFY_TLD_ROOT'] as const;
  const before = VARIABLES.map((name) => process.env[name]);
  let check: (folder: string) => Promise<string[]>;

  beforeAll(async () => {
    // It looks for newer documents on the web and keeps them; here it finds an empty folder and takes those that it brings.
    for (const name of VARIABLES) process.env[name] = room;
    const { themeCheckRun } = await import('@shopify/theme-check-node');
    check = async (folder) => {
      const { offenses } = await themeCheckRun(folder);
      return offenses.map(
        ({ check: rule, uri, message }) => `${rule} ${uri.split('/').slice(-2).join('/')}: ${message}`,
      );
    };
  });
  afterAll(() => {
    for (const [index, name] of VARIABLES.entries()) {
      if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[index];
    }
    rmSync(room, { recursive: true, force: true });
  });

  test('finds nothing', { timeout: 60_000 }, async () => {
    expect(await check(FOLDER)).toEqual([]);
  });

  test('would find what is wrong', { timeout: 60_000 }, async () => {
    const copy = join(room, 'broken');
    cpSync(FOLDER, copy, { recursive: true });
    const source = read('blocks/sold-by.liquid').replace("'sold_by.label' | t", "'sold_by.nothing' | t | no_filter");
    writeFileSync(join(copy, 'blocks/sold-by.liquid'), source);
    const found = (await check(copy)).map((line) => line.split(' ')[0]);
    expect(found).toEqual(expect.arrayContaining(['TranslationKeyExists', 'UnknownFilter']));
  });
});
