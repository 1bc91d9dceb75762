import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles, readSource, type SourceFile } from './source-files.ts';

const FOLDER = 'app/features/orders/read-models/';
/** Statements that change rows, and locks, which hold others back. */
const WRITES =
  /\bINSERT\s+INTO\b|\bUPDATE\s+\w+|\bDELETE\s+FROM\b|\bMERGE\s+INTO\b|\bTRUNCATE\b|\bFOR\s+(NO\s+KEY\s+)?(UPDATE|(KEY\s+)?SHARE)\b|\bpg_\w*advisory\w*|\bnextval\b/;
/** Methods of the ORM that change rows. */
const ORM_WRITES = /\.(create|createMany|update|updateMany|upsert|delete|deleteMany|\$executeRaw\w*)\(/;
/** Functions by which other modules write, lock or decide. */
const COMMANDS =
  /^(save|write|create|insert|update|upsert|delete|record|mark|lock|hold|enqueue|send|ingest|resettle|decide|post|issue|apply|cancel|refund|repair|replay)[A-Z]/;
/** The only refusal of a read model: what is not in the scope is not there. */
const REFUSALS = /\bthrow\b(?! new AppError\('not_found'\)| error;)|\bstateRefuses\b|\brule\(/g;

const sources = listFiles('app', /(?<!\.test)\.tsx?$/).map(readSource);
const readModels = sources.filter(({ path }) => path.startsWith(FOLDER));

describe('read models of orders', () => {
  it('a statement of a read model changes no row and takes no lock', () => {
    expect(readModels.length).toBeGreaterThan(15);
    const writing = readModels.filter(({ text }) => WRITES.test(text) || ORM_WRITES.test(text));
    expect(writing.map(({ path }) => path)).toEqual([]);
  });

  it('a read model calls no command of another module', () => {
    const found = readModels.flatMap((file) =>
      listValueNames(file)
        .filter((name) => COMMANDS.test(name))
        .map((name) => `${file.path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('a read model refuses nothing but what is not in the scope (not_found)', () => {
    const found = readModels.flatMap(({ path, text }) =>
      [...text.matchAll(REFUSALS)].map(([what]) => `${path}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  it('a statement that writes or locks is found in the other folders of orders', () => {
    const repos = ['aftersales/operations', 'ingest/line-properties', 'printing/lock-buyers'];
    const missed = repos
      .map((name) => readSource(`app/features/orders/${name}.repo.server.ts`))
      .filter(({ text }) => !WRITES.test(text));
    expect(missed.map(({ path }) => path)).toEqual([]);
  });
});

describe('repos of orders', () => {
  it('a file outside of the orders area reaches their rows by services, never by a repo', () => {
    const strays = sources
      .filter(
        ({ path }) => !path.startsWith('app/features/orders/') && path !== 'app/main/database-functions.server.ts',
      )
      .flatMap(({ path, imports }) =>
        imports.filter((to) => /^app\/features\/orders\/.+\.repo\.server\.ts$/.test(to)).map((to) => `${path} → ${to}`),
      );
    expect(strays).toEqual([]);
  });
});

/** The names that a module imports for use at run time, and those that it calls of a module that it imports whole. */
function listValueNames({ path, text }: SourceFile): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const modules = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (
      ts.isImportSpecifier(node) &&
      !node.isTypeOnly &&
      node.parent.parent.phaseModifier !== ts.SyntaxKind.TypeKeyword
    ) {
      names.push((node.propertyName ?? node.name).text);
    }
    if (ts.isNamespaceImport(node)) modules.add(node.name.text);
    if (ts.isExportSpecifier(node) && !node.isTypeOnly && !node.parent.parent.isTypeOnly) names.push(node.name.text);
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && modules.has(node.expression.text)) {
      names.push(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}
