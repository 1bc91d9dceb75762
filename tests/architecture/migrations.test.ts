import { describe, expect, it } from 'vitest';
import { readMigrations } from '#scripts/database/migrations.ts';
import { at } from '#scripts/paths.ts';

const migrations = readMigrations(at('prisma/migrations'));
const names = migrations.map(({ name }) => name);

/** The migrations of releases, which databases have applied: neither their names nor their contents ever change. A release adds its own. */
const RELEASED: Readonly<Record<string, string>> = {
  '20261127120000_baseline': '513e8e135594cd23dab6e6efd4e39baece28029d4644c1c2db6cf7f9d324da62',
};

/** What the release before still uses, or waits for, while a migration runs beside it: only a contraction may. */
const CONTRACTING = [
  /\bDROP (?:TABLE|COLUMN|TYPE|VIEW|FUNCTION|TRIGGER|CONSTRAINT)\b/i,
  /\bRENAME (?:TO|COLUMN|CONSTRAINT)\b/i,
  /\bALTER COLUMN \w+ (?:SET NOT NULL|TYPE|SET DATA TYPE|DROP DEFAULT)\b/i,
];
/** What reads or writes all rows of a table while it holds it. */
const SLOW = [
  /^\s*(?:UPDATE|DELETE FROM)\b/im,
  /\bADD COLUMN (?:IF NOT EXISTS )?\w+ [^,;]*\bNOT NULL\b(?![^,;]*\bDEFAULT\b)/i,
  /\bADD CONSTRAINT \w+ (?:FOREIGN KEY|CHECK)(?![^;]*\bNOT VALID\b)/i,
];

/** The moment in a migration's name, in milliseconds; NaN where the digits are no time of a calendar. */
function parseMoment(name: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})_/.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Its statements without comments and without the bodies of functions. */
const plainly = (sql: string) => sql.replace(/--.*$/gm, '').replace(/\$\$[\s\S]*?\$\$/g, "''");

/** Tables that a migration makes itself: nobody uses those yet. */
const listMade = (sql: string) =>
  [...sql.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?"?(\w+)/gi)].map(([, name]) => name);

describe('migrations', () => {
  it('each name begins with a moment that has passed', () => {
    expect(names.filter((name) => !(parseMoment(name) <= Date.now()))).toEqual([]);
  });

  it('no two names share a moment', () => {
    expect(new Set(names.map(parseMoment)).size).toBe(names.length);
  });

  it('those of a release stand as they were released', () => {
    const stand = Object.fromEntries(
      migrations.filter(({ name }) => name in RELEASED).map(({ name, checksum }) => [name, checksum]),
    );
    expect(stand).toEqual(RELEASED);
  });

  it('one that takes away says by -- contract which migration programs must know', () => {
    const later = migrations.filter(({ name }) => !(name in RELEASED));
    const found = later.filter(
      ({ sql, contract }) => contract === undefined && CONTRACTING.some((one) => one.test(plainly(sql))),
    );
    expect(found.map(({ name }) => name)).toEqual([]);
    expect(
      later.filter(({ contract, name }) => contract !== undefined && !(contract < name && names.includes(contract))),
    ).toEqual([]);
  });

  it('one that expands holds no table of before for as long as it has rows: fills are a backfill.sql, checks NOT VALID', () => {
    const later = migrations.filter(({ name }) => !(name in RELEASED));
    expect(later.filter(({ sql }) => SLOW.some((one) => one.test(plainly(sql)))).map(({ name }) => name)).toEqual([]);
  });

  it('an index on a table of before is built CONCURRENTLY, as the only statement of its file, IF NOT EXISTS', () => {
    const wrong = migrations
      .filter(({ name }) => !(name in RELEASED))
      .filter(({ sql, isConcurrent }) => {
        const statements = plainly(sql)
          .split(';')
          .map((one) => one.trim())
          .filter(Boolean);
        if (isConcurrent) return statements.length !== 1 || !/CONCURRENTLY IF (?:NOT )?EXISTS/i.test(sql);
        const made = listMade(sql);
        return [...plainly(sql).matchAll(/\bCREATE (?:UNIQUE )?INDEX [^;]*? ON (?:ONLY )?"?(\w+)/gi)].some(
          ([, table]) => !made.includes(table),
        );
      });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
