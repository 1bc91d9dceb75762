import ts from 'typescript';
import { listFiles, readSource } from '../architecture/source-files.ts';

/** An operation of the Admin API in the source: its constant, the file of that, and its text with what is interpolated. */
export type PlatformOperation = { path: string; where: string; constant: string; text: string };

/** The constants of a folder that hold texts, and the operations among them: template literals that begin with #graphql. */
export function readOperations(folder: string): PlatformOperation[] {
  const constants = new Map<string, ts.TemplateLiteral | ts.StringLiteral>();
  const found: { path: string; where: string; literal: ts.TemplateLiteral }[] = [];
  for (const path of listFiles(folder, /(?<!\.test)\.ts$/)) {
    const source = ts.createSourceFile(path, readSource(path).text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
        if (ts.isTemplateLiteral(node.initializer) || ts.isStringLiteral(node.initializer)) {
          constants.set(`${path}:${node.name.text}`, node.initializer);
        }
      }
      if (ts.isTemplateLiteral(node) && /^[`]#graphql/.test(node.getText())) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push({ path, where: `${path}:${line + 1}`, literal: node });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  // The same name stands for another text in another file.
  const textOf = (path: string, literal: ts.TemplateLiteral | ts.StringLiteral): string => {
    if (!ts.isTemplateExpression(literal)) return literal.text;
    return literal.templateSpans.reduce((text, span) => {
      const name = span.expression.getText();
      const part = constants.get(`${path}:${name}`);
      if (!part)
        throw new Error(`The operation at ${literal.getText().slice(0, 60)} names ${name}, no constant of its file`);
      return text + textOf(path, part) + span.literal.text;
    }, literal.head.text);
  };
  return found.map(({ path, where, literal }) => {
    const { parent } = literal;
    const constant = ts.isVariableDeclaration(parent) ? parent.name.getText() : '';
    return { path, where, constant, text: textOf(path, literal) };
  });
}

/** A call of the platform: `platform.query<Type>(OPERATION, …)`. `files`: its own first, then what it imports. */
export type PlatformCall = { where: string; files: readonly string[]; type: string | undefined; constant: string };

/** The calls of the platform in the files of a folder; one without a type for its answer has none. */
export function readPlatformCalls(folder: string): PlatformCall[] {
  return listFiles(folder, /(?<!\.test)\.ts$/).flatMap((path) => {
    const { text, imports } = readSource(path);
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const calls: PlatformCall[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^platform\.(?:query|mutate)$/.test(node.expression.getText())) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        calls.push({
          where: `${path}:${line + 1}`,
          files: [path, ...imports],
          type: node.typeArguments?.[0]?.getText(),
          constant: node.arguments[0]?.getText() ?? '',
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return calls;
  });
}
