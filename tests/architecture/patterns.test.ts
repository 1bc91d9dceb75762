import ts from 'typescript';
import { expect, test } from 'vitest';
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

/** Every pattern literal of the program by its text, with the files that it stands in. */
function collectPatterns(): Map<string, string[]> {
  const patterns = new Map<string, string[]>();
  for (const path of listFiles('app', /(?<!\.test)\.tsx?$/)) {
    const { text } = readSource(path);
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, [...(patterns.get(node.text) ?? []), path]);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, kind));
  }
  return patterns;
}

function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)];
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
