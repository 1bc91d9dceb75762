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
/** Names of JavaScript, its libraries and the carriers' interface that hold a word of the list. */
const FOREIGN = new Set(['slice', 'subarray', 'most', 'Most', 'wire', 'rewire', 'parcels']);
/** Words of identifiers that are banned besides: as names of things, not in sentences. */
const BANNED_IN_CODE: Readonly<Record<string, string>> = {
  ...BANNED,
  anew: 'again',
  asked: 'requested',
  awaited: 'pending',
  begun: 'started',
  borne: 'shared, vendorShare',
  carried: 'returnTo',
  frozen: 'terms',
  gathered: 'collected',
  gathering: 'collecting',
  heard: 'event, reported',
  held: 'onHold',
  noted: 'recorded',
  sealed: 'encrypted',
  seat: 'sessionContext',
  trouble: 'issue',
  troubles: 'issues',
  wish: 'input, request',
  wishes: 'requests',
};
/** Words that are banned in tests, the sandbox and scripts besides. */
const BANNED_BESIDE: Readonly<Record<string, string>> = {
  ...BANNED_IN_CODE,
  battery: 'suite',
  faces: 'ui',
  lives: 'scenarios',
  stories: 'scenarios',
  town: 'world',
  weather: 'fault',
  weathers: 'faults',
};
/** Fields of the platforms' interfaces that tests and the sandbox speak, and a setting of the theme's blocks. */
const FOREIGN_BESIDE = new Set([
  ...FOREIGN,
  'ending_before',
  'heldByApp',
  'heldByRequestingApp',
  'held_fulfillment_order_line_items',
  'most_fields',
]);
/**
 * Names of data that landed with an old word: fields of requests and responses, of rows and of stored JSON, error reasons,
 * parameters of mails, and what is passed on of them inside. A release runs beside the one before (decision 44), so they stay.
 * Nothing is added here.
 */
const LANDED_FIELDS = new Set<string>([
  'aftermath',
  'asked',
  'askedAt',
  'askedAtMs',
  'askedBy',
  'askedFor',
  'awaited',
  'bankAccountEnding',
  'begun',
  'borne',
  'borneMinor',
  'carried',
  'discountBorneMinor',
  'discount_borne',
  'discountsBorne',
  'discountsBorneMinor',
  'ending',
  'entries_added_elsewhere',
  'goodwill_borne',
  'heardAt',
  'held',
  'heldMinor',
  'heldUntil',
  'held_by',
  'held_since',
  'isAsked',
  'isBegun',
  'isGathering',
  'isHeld',
  'isTold',
  'membershipEnding',
  'onItsWay',
  'on_its_way',
  'paper',
  'paper_month_open',
  'paper_nothing_posted',
  'papersOf',
  'papers_too_many',
  'raiseAsked',
  'sealed',
  'sealedExport',
  'sealedKey',
  'sealedReportSecret',
  'standing',
  'storeHeld',
  'ticket',
  'toldAt',
  'translations_held',
  'trouble',
  'troubles',
  'vendorMembershipEnding',
  'way',
  'way_refused',
]);
/** Kinds and keys that landed so: stored values, reasons, paths and names of other sides. */
const LANDED_KINDS = new Set<string>([
  '/asked',
  '/borne-discounts',
  '/borne-discounts/{id}/refuse',
  '/cdn/ticket',
  '/contact/asked',
  '/opened-papers',
  '/statements/{month}/{paper}',
  'FROZEN',
  'HELD',
  'adjustments:borne',
  'adjustments:borneHint',
  'adjustments:nobody',
  'asked',
  'askedBy',
  'askedOn',
  'bankAccountEnding',
  'bankAccounts:ending',
  'bankAccounts:held',
  'bankAccounts:lineHeld',
  'begun',
  'borne',
  'carried',
  'contact:message.askedFor',
  'contact:message.askedForHelp',
  'contact:page.asked',
  'contact:page.askedBody',
  'contact:subscribers.columns.asked',
  'discount_borne',
  'discounts:settings.borne',
  'ending',
  'entries_added_elsewhere',
  'gathering',
  'goodwill_borne',
  'heardAt',
  'held',
  'heldMinor',
  'heldUntil',
  'home:task.troubles',
  'https://tracking.dpd.de/status/en_US/parcel/{number}',
  'https://www.evri.com/track/parcel/{number}',
  'labels:borne',
  'labels:packages.void.asked',
  'labels:void.asked',
  'login/elsewhere',
  'marketplace-store-held',
  'membershipEnding',
  'money:issue.told',
  'money:list.held',
  'money:pay.held',
  'money:pay.nobody',
  'money:request.asked',
  'money:request.askedBy',
  'money:request.askedOn',
  'money:request.nobody',
  'moneyCalendar:onWay',
  'nobody',
  'noted',
  'notedAt',
  'onItsWay',
  'on_its_way',
  'order.held',
  'orders:past.gathering',
  'paper_month_open',
  'paper_nothing_posted',
  'papers',
  'papers_too_many',
  'parcel.cancelled',
  'parcel.tracking_changed',
  'payments:card.way',
  'payout_request.asked',
  'sealed',
  'sealed:',
  'sealedKey',
  'sealedReportSecret',
  'mailSettings:service.neverHeard',
  'shipping:guide.asked',
  'shipping:guide.notAsked',
  'souk-paper',
  'statements:sums.discountsBorne',
  'storeHeld',
  'system:hold.held',
  'ticket',
  'translations:held',
  'translations_held',
  'trouble',
  'vendor.paper.issued',
  'vendorMembershipEnding',
  'vendorPage:onItsWay',
  'vendors:detail.nobody',
  'visitor/asked',
  'way',
  'way_refused',
]);
/** Folders and files are named by the same words. */
const BANNED_IN_PATHS = new RegExp(
  `(^|[/.-])(${Object.keys({ ...BANNED, ...BANNED_BESIDE })
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

  it('no file or folder has a banned word in its name', () => {
    expect(files.filter((file) => BANNED_IN_PATHS.test(file))).toEqual([]);
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

  it('no binding or field of the program has a banned word in its name', () => {
    const found = PROGRAM.flatMap((file) =>
      listIdentifiers(file)
        .filter(
          ({ name, isField }) => hasBannedWord(name) && !FOREIGN.has(name) && !(isField && LANDED_FIELDS.has(name)),
        )
        .map(({ name }) => `${file}: ${name}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it('no binding or field of tests, the sandbox and scripts has a banned word in its name', () => {
    const beside = listFiles('tests', SOURCE).concat(listFiles('sandbox', SOURCE), listFiles('scripts', SOURCE));
    const found = beside
      .filter((file) => file !== 'tests/architecture/names.test.ts')
      .flatMap((file) =>
        listIdentifiers(file)
          .filter(({ name }) => wordsOf(name).some((word) => Object.hasOwn(BANNED_BESIDE, word)))
          .filter(({ name, isField }) => !FOREIGN_BESIDE.has(name) && !(isField && LANDED_FIELDS.has(name)))
          .map(({ name }) => `${file}: ${name}`),
      );
    expect([...new Set(found)]).toEqual([]);
  });

  it('no kind or key of the program has a banned word in it', () => {
    const found = PROGRAM.flatMap((file) =>
      listKeys(file)
        .filter((key) => hasBannedWord(key) && !FOREIGN.has(key) && !LANDED_KINDS.has(key))
        .map((key) => `${file}: ${key}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it('nothing is exempt as landed that is not there any more', () => {
    const fields = new Set(PROGRAM.flatMap((file) => listIdentifiers(file).map(({ name }) => name)));
    const keys = new Set(PROGRAM.flatMap(listKeys));
    expect([...LANDED_FIELDS].filter((name) => !fields.has(name))).toEqual([]);
    expect([...LANDED_KINDS].filter((key) => !keys.has(key))).toEqual([]);
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

/** Source files but generated ones. */
const SOURCE = /(?<!\.generated|\.d)\.tsx?$/;

/** The files of the program without what is generated, what is translated, and tests. */
const PROGRAM = listFiles('app', /(?<!\.generated|\.test|\.d)\.tsx?$/).filter((file) => !UNLIMITED.test(file));

const hasBannedWord = (name: string): boolean => wordsOf(name).some((word) => Object.hasOwn(BANNED_IN_CODE, word));

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    readFileSync(at(path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Every name that a module declares, at any level: bindings, and fields of types and of literals. */
function listIdentifiers(path: string): { name: string; isField: boolean }[] {
  const found: { name: string; isField: boolean }[] = [];
  walk(parse(path), (node) => {
    if (!ts.isIdentifier(node)) return;
    const { parent } = node;
    if (ts.isBindingElement(parent) && parent.name === node) {
      found.push({ name: node.text, isField: parent.propertyName === undefined });
    } else if (ts.isShorthandPropertyAssignment(parent)) {
      found.push({ name: node.text, isField: true });
    } else if (isDeclaration(parent) && parent.name === node) {
      found.push({ name: node.text, isField: isFieldDeclaration(parent) });
    }
  });
  return found;
}

type Declaration = ts.NamedDeclaration & { name?: ts.Node };

function isFieldDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node)
  );
}

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    isFieldDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

/** The string literals of a module that are kinds or keys: without a space, and no addresses of modules. */
function listKeys(path: string): string[] {
  const found: string[] = [];
  walk(parse(path), (node) => {
    if (ts.isSourceFile(node)) return;
    const isModule = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
    if (ts.isStringLiteralLike(node) && !isModule && /^\S+$/.test(node.text)) found.push(node.text);
  });
  return found;
}

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
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())
    .filter(Boolean);
}
