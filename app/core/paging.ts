import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

export const PAGE_SIZE = 25;
/** Rows that `page` reaches; beyond it a list goes on by cursor. */
export const PAGE_ROW_LIMIT = 10_000;

/** The place after a row in a list that is ordered by a time and then an id, both descending. */
export type Cursor = { at: Date; id: bigint };

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.at.toISOString()}|${cursor.id}`).toString('base64url');
}

/** Reads a cursor that we gave out; anything else is undefined. */
export function decodeCursor(text: string): Cursor | undefined {
  const [at, id] = Buffer.from(text, 'base64url').toString('utf8').split('|');
  if (!at || !id || !/^\d{1,19}$/.test(id) || Number.isNaN(Date.parse(at))) return undefined;
  return { at: new Date(at), id: BigInt(id) };
}

/**
 * One page of what was found, which has a row more where the list goes on. The cursor is the place of its last row by the time
 * that the list is ordered by; null on the last page.
 */
export function cutPage<Row extends { id: bigint }>(
  found: readonly Row[],
  timeOf: (row: Row) => Date,
): { rows: Row[]; cursor: string | null } {
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  const goesOn = found.length > PAGE_SIZE;
  return { rows, cursor: goesOn && last ? encodeCursor({ at: timeOf(last), id: last.id }) : null };
}

/** How many pages a list of so many rows has; one that is empty has one. */
export const countPages = (count: number): number => Math.max(1, Math.ceil(count / PAGE_SIZE));

/** Query fields of every paged list. A page past row 10,000 is refused and names `cursor`. */
export const pageFields = {
  page: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1, rule('at_least_one'))
    .max(PAGE_ROW_LIMIT / PAGE_SIZE, rule('max_row_cursor', { row: PAGE_ROW_LIMIT }))
    .default(1),
  cursor: z
    .string()
    .max(120)
    .refine((text) => decodeCursor(text) !== undefined, rule('cursor_of_list'))
    .optional(),
};

export const pageSchema = z.object(pageFields);
