import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeStatement, type ResultColumn } from '#tests/support/database/describe-statement.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { HOLE, listTypedStatements, type ColumnKind, type TypedStatement } from '#tests/support/row-types.ts';

/** What the driver makes of a column, by the type that PostgreSQL gives it. */
const KIND_OF: Readonly<Record<string, ColumnKind>> = {
  int8: 'bigint',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  date: 'date',
  timestamp: 'date',
  timestamptz: 'date',
  bytea: 'buffer',
  json: 'any',
  jsonb: 'any',
};
/** What stands for a part that only a run knows, by what stands before it. */
const FILLINGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:WHERE|AND|OR|ON|NOT|HAVING|WHEN)\s*\(?$/i, 'TRUE'],
  [/(?:\b(?:LIMIT|OFFSET|BY|THEN|ELSE)|[<>=+*,(-])\s*$/i, '1'],
  [/\bSELECT\s*$/i, 'NULL'],
];
/** How many types of rows are compared at least: a change of how statements are written shows here. */
const LEAST = 400;

let owner: pg.Client;
beforeAll(async () => {
  await startProgram();
  owner = new pg.Client(program().databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await program().stop();
});

/** A statement with something in each hole. */
function fill(text: string): string {
  const [first = '', ...others] = text.split(HOLE);
  return others.reduce(
    (before, part) => `${before}${FILLINGS.find(([what]) => what.test(before))?.[1] ?? ''}${part}`,
    first,
  );
}

/** What PostgreSQL answers a statement with; undefined where the source does not tell enough of it. */
async function columnsOf({ text, columns }: TypedStatement): Promise<readonly ResultColumn[] | undefined> {
  const described = text === undefined ? undefined : await describeStatement(owner, fill(text));
  const isWhole = [...columns.keys()].every((name) => described?.some((column) => column.name === name));
  // Columns may stand in a hole.
  return text?.includes(HOLE) && !isWhole ? undefined : described;
}

/** What is wrong with the type of a statement's rows. */
function listLies(statement: TypedStatement, columns: readonly ResultColumn[]): string[] {
  return [...statement.columns].flatMap(([name, claimed]) => {
    const column = columns.find((one) => one.name === name);
    if (!column) return [`${statement.place}: no column ${name}`];
    const kind = column.type.startsWith('_') ? 'array' : (KIND_OF[column.type] ?? 'string');
    const isRight = kind === 'any' || claimed.has('any') || (claimed.size === 1 && claimed.has(kind));
    return isRight ? [] : [`${statement.place}: ${name} is ${column.type}, not ${[...claimed].join(' | ')}`];
  });
}

it('types of rows are those that the database answers with', async () => {
  const statements = listTypedStatements();
  const lies: string[] = [];
  const unknown: string[] = [];
  for (const statement of statements) {
    const columns = await columnsOf(statement);
    if (columns) lies.push(...listLies(statement, columns));
    else if (statement.text?.includes(HOLE) === false) lies.push(`${statement.place}: PostgreSQL cannot parse it`);
    else unknown.push(statement.place);
  }
  console.log(
    `${statements.length - unknown.length} of ${statements.length} types of rows compared; not: ${unknown.join(', ')}`,
  );
  expect(lies).toEqual([]);
  expect(statements.length - unknown.length).toBeGreaterThanOrEqual(LEAST);
}, 300_000);

it('a claim that the database does not keep is found', async () => {
  const text = 'SELECT id, name FROM stores WHERE id = $1';
  const claimed = new Map<string, Set<ColumnKind>>([
    ['id', new Set(['string'])],
    ['name', new Set(['string'])],
    ['seenAt', new Set(['date'])],
  ]);
  const lies = listLies({ place: 'here', text, columns: claimed }, (await describeStatement(owner, text)) ?? []);
  expect(lies).toEqual(['here: id is int8, not string', 'here: no column seenAt']);
});
