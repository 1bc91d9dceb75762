import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';

const names = readdirSync(at('prisma/migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** The moment in a migration's name, in milliseconds; NaN where the digits are no time of a calendar. */
function parseMoment(name: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})_/.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

it('migrations: each name begins with a moment that has passed', () => {
  expect(names.filter((name) => !(parseMoment(name) <= Date.now()))).toEqual([]);
});

it('migrations: no two names share a moment', () => {
  expect(new Set(names.map(parseMoment)).size).toBe(names.length);
});
