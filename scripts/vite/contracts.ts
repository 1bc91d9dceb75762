import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vite';

const APP = resolve(import.meta.dirname, '../../app');
const STAND_IN = resolve(APP, 'ui/schemas/remembered-zod.ts');
const LIBRARY = resolve(APP, 'ui/schemas/library.ts');

/** What only a server reads of an endpoint: its client needs the address, and forms the body. */
const SERVERS_OWN = new Set([
  ...['summary', 'access', 'params', 'query', 'response', 'status', 'answers'],
  ...['errors', 'formPage', 'limit', 'maxBodyBytes', 'crossOrigin'],
]);

type Node = { type: string; start: number; end: number; [field: string]: unknown };
type Edit = { start: number; end: number; text: string };

/**
 * Makes contracts light in a browser: their schemas are remembered instead of made (`remembered-zod.ts`), those that a page
 * does not use are left out, and so is what only a server reads of an endpoint.
 */
export function lightContracts(): Plugin {
  return {
    name: 'light-contracts',
    enforce: 'pre',
    resolveId(source, importer, options) {
      if (options.ssr || source !== 'zod' || !importer?.startsWith(APP) || importer === LIBRARY) return null;
      return STAND_IN;
    },
    transform(code, id, { ssr } = {}) {
      if (ssr || id !== LIBRARY) return null;
      const names = usedNames();
      const imports = names.map((name) => `${name} as used_${name}`).join(', ');
      const fields = names.map((name) => `${name}: used_${name}`).join(', ');
      const used = `import { ${imports} } from 'zod';\nconst z = { ${fields} };`;
      return { code: code.replace("import { z } from 'zod';", used), map: null };
    },
  };
}

/** What the program calls of the schema library (`z.object(`), so that the rest of it is left out. */
function usedNames(): string[] {
  const names = new Set<string>();
  const walk = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'z') {
      names.add(node.name.text);
    }
    ts.forEachChild(node, walk);
  };
  for (const file of readdirSync(APP, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.(?:server|test)\./.test(file)) continue;
    const code = readFileSync(join(APP, file), 'utf8');
    if (code.includes("from 'zod'")) walk(ts.createSourceFile(file, code, ts.ScriptTarget.Latest));
  }
  return [...names].sort();
}

/** Modules that only declare: where a page names nothing of one, it needs none of it. */
const DECLARING = /\/app\/core\/|\.contract\.ts$/;

/** The second half, which reads what the compiler made of the types. */
export function unusedSchemas(): Plugin {
  return {
    name: 'unused-schemas',
    apply: 'build',
    transform(code, id, { ssr } = {}) {
      if (ssr || !id.startsWith(APP) || !/\.tsx?(\?|$)/.test(id)) return null;
      const isContract = id.endsWith('.contract.ts');
      const edits = /\b(?:z|endpoint)\b/.test(code)
        ? this.parse(code).body.flatMap((one) => editsOf(one as unknown as Node, { code, isContract }))
        : [];
      return { code: applyEdits(code, edits), map: null, ...(DECLARING.test(id) ? { moduleSideEffects: false } : {}) };
    },
  };
}

/** Marks each declared schema and endpoint as one that may be left out where nothing names it. */
function editsOf(statement: Node, o: { code: string; isContract: boolean }): Edit[] {
  const declaration = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return (declaration.declarations as Node[]).flatMap((declarator) => {
    const init = declarator.init as Node | null;
    if (!init || !isSchema(init, o)) return [];
    return [
      { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
      ...(rootOf(init) === 'endpoint' ? serversOwn(init) : []),
      { start: init.end, end: init.end, text: '))()' },
    ];
  });
}

/** Whether a value is made by the schema library or by what a contract makes of it, or is an object of such values. */
function isSchema(init: Node, { code, isContract }: { code: string; isContract: boolean }): boolean {
  if (init.type === 'ObjectExpression') return /\bz\./.test(code.slice(init.start, init.end));
  return init.type === 'CallExpression' && (isContract || rootOf(init) === 'z');
}

/** The name that a chain of calls begins with: `z` of `z.object({}).strict()`. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'CallExpression') return rootOf(node.callee as Node);
  if (node.type === 'MemberExpression') return rootOf(node.object as Node);
  return node.type === 'Identifier' ? (node.name as string) : undefined;
}

/** Cuts what only a server reads out of `endpoint({…})`, each with the comma after it. */
function serversOwn(call: Node): Edit[] {
  const [definition] = call.arguments as [Node];
  const properties = definition.properties as Node[];
  return properties.flatMap((property, index) => {
    const key = property.key as Node | undefined;
    if (!SERVERS_OWN.has(key?.name as string)) return [];
    return [{ start: property.start, end: properties[index + 1]?.start ?? property.end, text: '' }];
  });
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits) {
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}
