import { runInNewContext } from 'node:vm';
import ts from 'typescript';

/** A pattern that is built by `RegExp(…)`: with its source and flags, or without where they come from outside of the file's constants. */
export type BuiltPattern = { text: string; built: { source: string; flags: string } | undefined };

/**
 * The patterns that a file builds by `new RegExp(…)` or `RegExp(…)`. What the arguments name is taken from the constants of the
 * file, and of the modules that it imports by `load`.
 */
export async function listBuiltPatterns(
  file: ts.SourceFile,
  load: (specifier: string) => Promise<Record<string, unknown>>,
): Promise<BuiltPattern[]> {
  const calls: (ts.NewExpression | ts.CallExpression)[] = [];
  const visit = (node: ts.Node): void => {
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const patterns: BuiltPattern[] = [];
  for (const call of calls) patterns.push({ text: call.getText(file), built: await build(file, call, load) });
  return patterns;
}

async function build(
  file: ts.SourceFile,
  call: ts.NewExpression | ts.CallExpression,
  load: (specifier: string) => Promise<Record<string, unknown>>,
): Promise<BuiltPattern['built']> {
  const constants = listConstants(file);
  const imports = listImports(file);
  const needed = new Map<string, string>();
  const given: Record<string, unknown> = {};
  const open = listNames(call).filter((name) => name !== 'RegExp');
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (needed.has(name) || name in given) continue;
    const constant = constants.get(name);
    const from = imports.get(name);
    if (from !== undefined) given[name] = (await load(from))[name];
    else if (constant) {
      needed.set(name, constant.getText(file));
      open.push(...listNames(constant).filter((inner) => constants.has(inner) || imports.has(inner)));
    } else return undefined;
  }
  // A constant uses those above it.
  const statements = [...constants.keys()].flatMap((name) => {
    const value = needed.get(name);
    return value === undefined ? [] : [`const ${name} = ${value};`];
  });
  const code = ts.transpile(`${statements.join('\n')}\n(${call.getText(file)});`, { target: ts.ScriptTarget.ESNext });
  const pattern = runInNewContext(code, given) as RegExp;
  return { source: pattern.source, flags: pattern.flags };
}

/** The constants at the top of a file, in their order. */
function listConstants(file: ts.SourceFile): Map<string, ts.Expression> {
  const declared = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return new Map(
    declared.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer] as const] : [],
    ),
  );
}

/** The names that a file imports, each with the module that it comes from. */
function listImports(file: ts.SourceFile): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of file.statements.filter(ts.isImportDeclaration)) {
    const named = statement.importClause?.namedBindings;
    if (!named || !ts.isNamedImports(named) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    for (const { name } of named.elements) imports.set(name.text, statement.moduleSpecifier.text);
  }
  return imports;
}

/** The identifiers in an expression that stand for values: no names of properties. */
function listNames(expression: ts.Node): string[] {
  const names: string[] = [];
  const own = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node) && ts.isIdentifier(node.name)) own.add(node.name.text);
    if (ts.isIdentifier(node)) names.push(node.text);
    if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else ts.forEachChild(node, visit);
  };
  visit(expression);
  return names.filter((name) => !own.has(name));
}
