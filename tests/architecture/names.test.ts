import { dirname } from 'node:path';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';
import { listFiles } from './source-files.ts';

const FOLDERS = ['app', 'sandbox', 'scripts', 'tests'];
/** A locale has one file for each feature, so its folders grow with the features. */
const UNLIMITED = /^app\/locales\//;
const MAX_FILES = 30;

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
/** Names of JavaScript and its libraries that hold a word of the list. */
const FOREIGN = new Set(['slice', 'subarray', 'most', 'Most', 'wire', 'rewire']);
/** Folders and files are named by the same words. */
const BANNED_IN_PATHS = new RegExp(
  `(^|[/.-])(${Object.keys(BANNED)
    .filter((word) => word !== 'most')
    .join('|')})([/.-]|$)`,
);

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

/** `readBulkUpload` as its words in small letters. */
function wordsOf(name: string): string[] {
  return name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())
    .filter(Boolean);
}
