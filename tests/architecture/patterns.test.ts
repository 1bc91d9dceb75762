import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { at } from '#scripts/paths.ts';
import { listBuiltPatterns, type BuiltPattern } from '#tests/support/patterns/built-patterns.ts';
import { buildPumps, growsTooFast } from '#tests/support/patterns/pump.ts';
import { listFiles, readSource } from './source-files.ts';

/** Patterns that take more than their share, each with what bounds the text before it is read. */
const DEFINITION = 'the pattern of a definition has at most 300 characters';
const FONTS = 'the style sheets of the fonts come with the program';
const BOUNDED: Readonly<Record<string, string>> = {
  '/unicode-range: [^;]+;/': FONTS,
  '/unicode-range: ([^;]+);/': FONTS,
  '/@font-face \\{[^}]*\\}/g': FONTS,
  '/\\[[^\\]]*\\]/g': DEFINITION,
  '/\\([^()]*\\([^]*\\)\\s*[*+{]/': DEFINITION,
  '/(\\\\*)\\.\\*\\??$/': DEFINITION,
  '/\\?|\\{\\d*,?\\d+\\}/g': DEFINITION,
  '/\\d+(?=\\})/': DEFINITION,
};

/** Patterns that are built from what is only known when the program runs, each with why they take no more than their share. */
const COMPUTED: Readonly<Record<string, string>> = {
  "new RegExp(pattern, 'u')": 'tried on the empty text alone',
  "new RegExp(withoutEdges(pattern), 'u')": 'isTamePattern counts the ways before it is built, and the text is bounded',
  'new RegExp(`^gid://shopify/${type}/\\\\d+`)': 'the type is one of ours, a word',
};

/** Every pattern literal of the program by its text, with the files that it stands in. */
function collectPatterns(): Map<string, string[]> {
  const patterns = new Map<string, string[]>();
  for (const path of listFiles('app', /(?<!\.test)\.tsx?$/)) {
    const { text } = readSource(path);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, [...(patterns.get(node.text) ?? []), path]);
      ts.forEachChild(node, visit);
    };
    visit(parseFile(path, text));
  }
  return patterns;
}

function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  return growsSlow({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
}

/** The source file of a path, as TypeScript reads it. */
function parseFile(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, kind);
}

/** Every pattern that the program builds, with its file. */
async function collectBuilt(): Promise<(BuiltPattern & { path: string })[]> {
  const all: (BuiltPattern & { path: string })[] = [];
  for (const path of listFiles('app', /(?<!\.test)\.tsx?$/)) {
    const { text } = readSource(path);
    if (!/\bRegExp\(/.test(text)) continue;
    const load = (specifier: string): Promise<Record<string, unknown>> => {
      const target = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier.replace('#app/', 'app/');
      return import(pathToFileURL(at(target)).href) as Promise<Record<string, unknown>>;
    };
    for (const one of await listBuiltPatterns(parseFile(path, text), load)) all.push({ ...one, path });
  }
  return all;
}

function growsSlow({ source, flags }: { source: string; flags: string }): boolean {
  const pattern = new RegExp(source, flags);
  // What a busy machine made slow by chance is quick the second time.
  return buildPumps(source, flags).some((pump) => growsTooFast(pattern, pump) && growsTooFast(pattern, pump));
}

test('patterns: each literal of the program takes time in proportion to the text, or its text is bounded', () => {
  const patterns = collectPatterns();
  expect(patterns.size).toBeGreaterThan(400);
  const slow = [...patterns.keys()].filter((literal) => !Object.hasOwn(BOUNDED, literal) && isSlow(literal));
  expect(slow.map((literal) => ({ literal, files: patterns.get(literal) }))).toEqual([]);
  expect(Object.keys(BOUNDED).filter((literal) => !patterns.has(literal))).toEqual([]);
}, 180_000);

test('patterns: each that is built takes time in proportion to the text, or what it is built from is named with its bound', async () => {
  const patterns = await collectBuilt();
  expect(patterns.length).toBeGreaterThan(10);
  const slow = patterns.filter(({ built }) => built && growsSlow(built)).map(({ text, path }) => ({ text, path }));
  const unknown = patterns.filter(({ built }) => !built).map(({ text }) => text);
  expect(slow).toEqual([]);
  expect([...new Set(unknown)].sort()).toEqual(Object.keys(COMPUTED).sort());
}, 180_000);

test('patterns: one that is built from constants of its file is found to grow faster than its text', async () => {
  const text =
    "const NAME = '(?:[a-z]+)*';\nconst of = (one: string): string => `^${one}$`;\nexport const A = new RegExp(of(NAME), 'g');";
  const [found] = await listBuiltPatterns(parseFile('made.ts', text), () => Promise.resolve({}));
  expect(found?.built).toEqual({ source: '^(?:[a-z]+)*$', flags: 'g' });
  expect(found?.built && growsSlow(found.built)).toBe(true);
});

test.each([
  ...['/(a+)+$/', '/^(?:[a-z]+)*$/', '/(\\w+\\s?)+$/', '/(a|aa)+$/', '/(\\d|\\w)*!/', '/((ab)*)*c/', '/(x+x+)+y/'],
])(
  'patterns: %s repeats itself, and is found to grow exponentially',
  (literal) => {
    expect(isSlow(literal)).toBe(true);
  },
  20_000,
);

test.each(['/<!doctype[^>]*>/gi', '/\\s+$/', '/\\[[^\\]]*\\]/g'])(
  'patterns: %s is found to grow faster than its text',
  (literal) => {
    expect(isSlow(literal)).toBe(true);
  },
);

test.each(['/^[a-z]+$/', '/[^a-z]+/g', '/(?<!\\d)\\d{1,9}(?!\\d)/g', '/^\\s+/'])(
  'patterns: %s is found to grow with its text',
  (literal) => {
    expect(isSlow(literal)).toBe(false);
  },
);
