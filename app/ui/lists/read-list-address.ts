import type { z } from 'zod';
import { decodeCursor } from '#app/core/paging.ts';
import { redirect } from '../router.ts';
import { readListState, type ListState } from './list-url.ts';

/** What the address of a list may say: its tabs and sorts, each filter with what it takes, and which places go on from. */
export type KnownAddress = {
  views?: readonly string[];
  sorts?: readonly string[];
  filters?: Readonly<Record<string, z.ZodType>>;
  isCursor?: (text: string) => boolean;
};

const isPage = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/**
 * Reads where a list stands from the address of its screen. What the list does not know is taken out by a redirect to the rest of the
 * address: a tab, chip or sort that is shown always narrows or orders the rows, also where a saved view holds something else.
 */
export function readListAddress(request: Request, known: KnownAddress): ListState {
  const url = new URL(request.url);
  const {
    views = [],
    sorts = [],
    filters = {},
    isCursor = (text: string): boolean => decodeCursor(text) !== undefined,
  } = known;
  const checks: Readonly<Record<string, (value: string) => boolean>> = {
    view: (value) => views.includes(value),
    sort: (value) => sorts.includes(value),
    page: isPage,
    cursor: isCursor,
    before: isCursor,
    ...Object.fromEntries(
      Object.entries(filters).map(([key, schema]) => [key, (value: string) => schema.safeParse(value).success]),
    ),
  };
  const unknown = [...new Set(url.searchParams.keys())].filter((key) => {
    const value = url.searchParams.get(key) ?? '';
    return value !== '' && checks[key] !== undefined && !checks[key](value);
  });
  if (unknown.length > 0) throw redirectWithout(request, unknown);
  return readListState(url.searchParams, Object.keys(filters));
}

/** The same screen without parts of its address, for what only reading the list shows to be gone. */
export function redirectWithout(request: Request, keys: readonly string[]): Response {
  const url = new URL(request.url);
  for (const key of keys) url.searchParams.delete(key);
  return redirect(`${url.pathname}${url.search}`);
}
