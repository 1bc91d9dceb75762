import ts from 'typescript';
import { expect, it } from 'vitest';
import { listFiles, readSource } from './source-files.ts';

const files = ['app', 'sandbox', 'scripts', 'tests'].flatMap((folder) => listFiles(folder, /\.(test|spec)\.tsx?$/));

/** Whether a call declares a test: `it(…)`, `test(…)`, `test.each(…)(…)` and the like, but no hook and no group. */
function isTest(call: ts.CallExpression): boolean {
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    if (ts.isPropertyAccessExpression(callee) && ['describe', 'step', 'beforeAll'].includes(callee.name.text))
      return false;
    callee = callee.expression;
  }
  return ts.isIdentifier(callee) && ['it', 'test'].includes(callee.text);
}

const isFunction = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** The lines on which the body of a test, and not a function inside it, returns before its end. */
function listReturns(source: ts.SourceFile, body: ts.Node): number[] {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && !node.expression)
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return lines;
}

it('tests: none returns before its end, which would pass without having looked', () => {
  const found = files.flatMap((path) => {
    const { text } = readSource(path);
    if (!/\breturn;/.test(text)) return [];
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const strays: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isTest(node))
        for (const argument of node.arguments)
          if (isFunction(argument)) strays.push(...listReturns(source, argument.body).map((line) => `${path}:${line}`));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return strays;
  });
  expect(found).toEqual([]);
});
