import { describe, expect, it } from 'vitest';
import { countPages, cutPage, decodeCursor, PAGE_SIZE } from './paging.ts';

const list = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: BigInt(index + 1), at: new Date(1_700_000_000_000 - index) }));
const cut = (count: number) => cutPage(list(count), ({ at }) => at);

describe('a page of a list', () => {
  it('goes on after its last row where one more was found', () => {
    const { rows, cursor } = cut(PAGE_SIZE + 1);
    const last = list(PAGE_SIZE).at(-1);
    expect(rows).toHaveLength(PAGE_SIZE);
    expect(decodeCursor(cursor ?? '')).toEqual(last);
  });

  it.each([0, 1, PAGE_SIZE])('has no cursor where all %s rows fit', (count) => {
    const { rows, cursor } = cut(count);
    expect([rows.length, cursor]).toEqual([count, null]);
  });

  it('is one of at least one', () => {
    expect([0, 1, PAGE_SIZE, PAGE_SIZE + 1].map(countPages)).toEqual([1, 1, 1, 2]);
  });
});
