import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { at } from './paths.ts';

/** A title of `describe` or `test` as it is written, with those that stand inside of it. */
export type TestTitle = { title: string; isTest: boolean; inside: TestTitle[] };

/** Folders whose files hold tests. */
const ROOTS = ['app', 'sandbox', 'scripts', 'tests'];
const FILE_OF_TESTS = /\.(test|spec)\.tsx?$/;

/** The files of tests of the whole tree, as paths of the project. */
export function listTestFiles(): string[] {
  return ROOTS.flatMap((root) =>
    readdirSync(at(root), { recursive: true, encoding: 'utf8' })
      .map((file) => `${root}/${file.replaceAll('\\', '/')}`)
      .filter((file) => FILE_OF_TESTS.test(file) && !file.includes('node_modules/')),
  ).sort();
}

/** The titles of a file of tests, read with the compiler: `each` titles as they are written, with their `%s` and `$name`. */
export function readTestTitles(path: string): TestTitle[] {
  const text = readFileSync(at(path), 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const titles: TestTitle[] = [];
  visit(source, titles);
  return titles;

  function visit(node: ts.Node, around: TestTitle[]): void {
    const found = ts.isCallExpression(node) ? toTitle(node) : undefined;
    if (found) around.push(found);
    ts.forEachChild(node, (child) => {
      visit(child, found ? found.inside : around);
    });
  }
}

/** The tests among titles, each with its own title alone. */
export function listTests(titles: readonly TestTitle[]): string[] {
  return titles.flatMap(({ title, isTest, inside }) => [...(isTest ? [title] : []), ...listTests(inside)]);
}

/** The title of a call of `describe`, `it` or `test`, also with `.each(…)`, `.skipIf(…)` and the like; undefined for other calls. */
function toTitle({ expression, arguments: [title, ...rest] }: ts.CallExpression): TestTitle | undefined {
  // A condition of a browser test, and what configures one, have no title with a function after it.
  if (!title || rest.length === 0) return undefined;
  const names = readNames(expression);
  if (names[0] !== 'describe' && names[0] !== 'it' && names[0] !== 'test') return undefined;
  if (names.some((name) => NO_TITLE.has(name))) return undefined;
  const text = readText(title);
  return text === undefined ? undefined : { title: text, isTest: !names.includes('describe'), inside: [] };
}

const NO_TITLE = new Set(['step', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'extend', 'use', 'configure']);

/** The names of `test.describe.each(rows)` from left to right: test, describe, each. */
function readNames(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isPropertyAccessExpression(expression)) return [...readNames(expression.expression), expression.name.text];
  if (ts.isCallExpression(expression)) return readNames(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return readNames(expression.tag);
  return [];
}

/** A text as it stands in the source; of a template the whole with its placeholders. */
function readText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.getText().slice(1, -1);
  return undefined;
}
