import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';
import { program, startProgram } from '#tests/support/program.ts';

const HEAD = `Row-level security: every policy of the database, as the migrations leave it.

Tables with the same policies stand together, the most frequent kind first; in an expression \`<table>\` is the table itself.
\`souk_store()\` is written for \`(SELECT souk_store())\`, which PostgreSQL computes once a statement; so are the other two. Where no
WITH CHECK stands, USING also holds for rows that are written. Why it is so: docs/decisions/011. A change is a decision:
\`npx vitest run tests/api/access/row-level-security-policies.test.ts -u\` renews this list.
`;
const WIDTH = 120;

type Policy = {
  table: string;
  name: string;
  command: string;
  roles: string;
  permissive: string;
  using: string | null;
  check: string | null;
};
type Table = { name: string; isSecured: boolean; isForced: boolean };

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

it('row-level security: the policies of the migrated database are those that docs/row-level-security.txt shows', async () => {
  const sections = [HEAD, await describeFunctions(), ...(await describePolicies())];
  await expect(`${sections.join('\n')}\n`).toMatchFileSnapshot(at('docs/row-level-security.txt'));
});

/** The functions by which a policy knows the scope of the transaction. */
async function describeFunctions(): Promise<string> {
  const { rows } = await owner.query<{ name: string; type: string; body: string }>(`
    SELECT proname AS name, prorettype::regtype::text AS type, prosrc AS body FROM pg_proc
    WHERE proname IN ('souk_store', 'souk_marketplace', 'souk_vendor') ORDER BY 1`);
  const lines = rows.map(({ name, type, body }) => `  ${name}() ${type}: ${collapse(body)}`);
  return ['Functions', ...lines, ''].join('\n');
}

async function describePolicies(): Promise<string[]> {
  const { rows: tables } = await owner.query<Table>(`
    SELECT relname AS name, relrowsecurity AS "isSecured", relforcerowsecurity AS "isForced" FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY relname COLLATE "C"`);
  const { rows: policies } = await owner.query<Policy>(`
    SELECT tablename AS table, policyname AS name, cmd AS command, array_to_string(roles, ', ') AS roles, permissive,
      qual AS using, with_check AS check
    FROM pg_policies WHERE schemaname = 'public' ORDER BY tablename COLLATE "C", policyname COLLATE "C", cmd`);
  const kinds = new Map<string, string[]>();
  for (const { name, isSecured, isForced } of tables) {
    const own = policies.filter(({ table }) => table === name).map(describePolicy);
    const kind = [...(isForced ? ['forced for the owner too'] : []), ...own].join('\n');
    const key = isSecured ? kind || 'nothing is visible' : `NO ROW-LEVEL SECURITY${kind && `, with policies\n${kind}`}`;
    kinds.set(key, [...(kinds.get(key) ?? []), name]);
  }
  return [...kinds]
    .sort(([, a], [, b]) => b.length - a.length || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
    .map(([kind, names]) => {
      const count = names.length === 1 ? '1 table' : `${names.length} tables`;
      return `${wrap(`${count}: ${names.join(', ')}`, '  ')}\n${indent(kind)}\n`;
    });
}

/** A policy as lines: its name, command and roles, then what it lets through. */
function describePolicy({ table, name, command, roles, permissive, using, check }: Policy): string {
  const kind = permissive === 'PERMISSIVE' ? '' : ` · ${permissive}`;
  const whom = roles === 'public' ? 'every role' : roles;
  return [
    `${name} · ${command === 'ALL' ? 'all commands' : command} · ${whom}${kind}`,
    ...(using === null ? [] : [wrap(`  USING ${simplify(using, table)}`, '    ')]),
    ...(check === null ? [] : [wrap(`  WITH CHECK ${check === using ? 'the same' : simplify(check, table)}`, '    ')]),
  ].join('\n');
}

/** An expression as PostgreSQL prints it, without the names of the table and of computed columns. */
function simplify(expression: string, table: string): string {
  return collapse(expression)
    .replace(/\( ?SELECT (souk_\w+)\(\) AS \1\)/g, '$1()')
    .replaceAll(new RegExp(`\\b${table}\\.`, 'g'), '<table>.');
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();
const indent = (text: string): string => text.replace(/^/gm, '  ');

/** A line broken between words, the further ones behind an indent. */
function wrap(text: string, further: string): string {
  const lines: string[] = [];
  let line = /^\s*/.exec(text)?.[0] ?? '';
  for (const word of text.trim().split(' ')) {
    const isEmpty = line.trim() === '';
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `${further}${word}`;
    } else {
      line += isEmpty ? word : ` ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
