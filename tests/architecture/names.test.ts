import { dirname } from 'node:path';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';
import { listFiles } from './source-files.ts';

const FOLDERS = ['app', 'sandbox', 'scripts', 'tests'];
/** A locale has one file for each feature, so its folders grow with the features. */
const UNLIMITED = /^app\/locales\//;
const MAX_FILES = 45;

/** Words that a reader has to decode; the field's term stands beside each. */
const BANNED: Readonly<Record<string, string>> = {
  parcel: 'fulfillment',
  parcels: 'fulfillments',
  fulfil: 'fulfill',
  fulfilment: 'fulfillment',
  fulfilments: 'fulfillments',
  lesson: 'orderEvent',
  lessons: 'orderEvents',
  learn: 'ingest, record',
  learnt: 'ingested, recorded',
  door: 'layout, entry point',
  doors: 'layouts, entry points',
  ripe: 'eligible',
  ripeness: 'eligibility',
  steer: 'pause, resume, cancel',
  whereabouts: 'status',
  wire: 'dto',
  most: 'max',
  longest: 'max',
  elsewhere: 'external',
  desk: 'screens',
  slice: 'section',
  standing: 'status',
  standings: 'statuses',
  told: 'reported, notified',
  lanes: 'concurrency',
  asker: 'requester',
  paper: 'document',
  papers: 'documents',
  ticket: 'token, challenge',
  tickets: 'tokens, challenges',
  aftermath: 'failure details',
  twins: 'duplicates',
  stranded: 'stalled',
  somebody: 'user',
  nobody: 'anonymous',
  stranger: 'guest',
  ending: 'resolution, revocation',
  endings: 'resolutions, revocations',
  way: 'OAuth flow, payout method',
  ways: 'OAuth flows, payout methods',
};
/** Words that are banned in the names of tables and columns too. */
const BANNED_IN_SCHEMA: Readonly<Record<string, string>> = {
  ...BANNED,
  act: 'operation',
  acts: 'operations',
  asked: 'requested',
  begun: 'started',
  frozen: 'terms',
  heard: 'event',
  held: 'on hold',
  news: 'events',
  noted: 'recorded',
  sealed: 'encrypted',
  trouble: 'issue',
};
/** Names of JavaScript and its libraries that hold a word of the list. */
const FOREIGN = new Set(['slice', 'subarray', 'most', 'Most', 'wire', 'rewire']);
/** Folders and files are named by the same words. */
const BANNED_IN_PATHS = new RegExp(
  `(^|[/.-])(${Object.keys(BANNED)
    .filter((word) => word !== 'most')
    .join('|')})([/.-]|$)`,
);
/** A function whose name ends in Of names a field of what it is given; one that computes has a verb. */
const VERB =
  /^(list|read|find|get|count|erase|is|has|can|parse|compute|build|format|to|save|delete|buy|void|quote|start)[A-Z]/;
/** Functions that compute and are still named by a noun, which many modules call. */
const NOUNS_LEFT = new Set(['dayOf', 'placesOf', 'scopeOf', 'batchDtoOf', 'batchesOf', 'badgeOf', 'versionOf', 'idOf']);

describe('names and folders', () => {
  const files = FOLDERS.flatMap((folder) => listFiles(folder, /./));

  it(`no folder holds more than ${MAX_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const full = [...counts].filter(([folder, count]) => count > MAX_FILES && !UNLIMITED.test(`${folder}/`));
    expect(full).toEqual([]);
  });

  it('no file or folder of the program has a banned word in its name', () => {
    expect(files.filter((file) => file.startsWith('app/') && BANNED_IN_PATHS.test(file))).toEqual([]);
  });

  it('no function, type, class or constant of a module has a banned word in its name', () => {
    const found = files
      .filter((file) => file.startsWith('app/') && /\.tsx?$/.test(file) && !UNLIMITED.test(file))
      .flatMap((file) =>
        listDeclared(file)
          .filter((name) => wordsOf(name).some((word) => word in BANNED) && !FOREIGN.has(name))
          .map((name) => `${file}: ${name}`),
      );
    expect(found).toEqual([]);
  });

  it('no table or column has a banned word in its name', () => {
    const schema = readFileSync(at('prisma/schema.prisma'), 'utf8');
    const names = [...schema.matchAll(/^model (\w+)|^ {2}(\w+) +\w|@@?map\("(\w+)"\)/gm)].flatMap(
      ([, model, field, mapped]) => model ?? field ?? mapped ?? [],
    );
    expect(names.length).toBeGreaterThan(2_000);
    expect(names.filter((name) => wordsOf(name).some((word) => word in BANNED_IN_SCHEMA))).toEqual([]);
  });

  it('a function that computes is named by a verb: `computeTotal`, not `totalOf`', () => {
    const found = files
      .filter((file) => file.startsWith('app/') && /(?<!\.test)\.tsx?$/.test(file) && !UNLIMITED.test(file))
      .flatMap((file) => listNounFunctions(file).map((name) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });
});

/** The names that a module declares at its top. */
function listDeclared(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(at(path), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    }
    const isNamed =
      ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement);
    return isNamed && statement.name ? [statement.name.text] : [];
  });
}

/** The functions at the top of a module that are named `xOf` and do more than read a field. */
function listNounFunctions(path: string): string[] {
  const text = readFileSync(at(path), 'utf8');
  if (!/Of\b/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const functions = source.statements.flatMap((statement): [string | undefined, ts.Node | undefined][] => {
    if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text, statement.body]];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer) ? [[name.text, initializer.body]] : [],
    );
  });
  return functions.flatMap(([name, body]) => {
    const isNoun = name !== undefined && /^[a-z]\w*Of$/.test(name) && !VERB.test(name) && name !== 'isOf';
    return isNoun && !NOUNS_LEFT.has(name) && body && !isField(body) ? [name] : [];
  });
}

/** Whether a function's body is a field of something, or an entry of a table. */
function isField(body: ts.Node): boolean {
  let value: ts.Node | undefined = body;
  if (ts.isBlock(body)) {
    const [only, ...others] = body.statements;
    value = only && ts.isReturnStatement(only) && others.length === 0 ? only.expression : undefined;
  }
  while (value && ts.isParenthesizedExpression(value)) value = value.expression;
  return (
    value !== undefined &&
    (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value))
  );
}

/** `readBulkUpload` as its words in small letters. */
function wordsOf(name: string): string[] {
  return name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())
    .filter(Boolean);
}
