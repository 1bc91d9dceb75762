import { GraphQLError } from 'graphql';

export type PageArgs = {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  reverse?: boolean | null;
  /** Everything at once, as a bulk operation reads it; never part of a request. */
  whole?: boolean;
};
/** One row of a list: `key` sorts as text, `id` settles ties. */
export type Row<T> = { key: string; id: number; item: T };

/** A page of a list with cursors that hold a place, not an offset: a row that moved or went does not shift the next page. */
export function connection<T>(
  rows: readonly Row<T>[],
  args: PageArgs,
  toNode: (item: T) => unknown,
): Record<string, unknown> {
  const size = args.whole === true ? rows.length : (args.first ?? args.last);
  if (size == null) throw new GraphQLError('you must provide one of first or last');
  if (args.first != null && args.last != null) throw new GraphQLError('providing both first and last is not supported');
  if (args.whole !== true && (size < 0 || size > 250))
    throw new GraphQLError(`The page size ${size} is not between 0 and 250.`);
  const direction = args.reverse === true ? -1 : 1;
  const order = (a: { key: string; id: number }, b: { key: string; id: number }): number =>
    direction * (a.key === b.key ? a.id - b.id : a.key < b.key ? -1 : 1);
  const sorted = [...rows].sort(order);
  const after = args.after ? readCursor(args.after) : null;
  const before = args.before ? readCursor(args.before) : null;
  const within = sorted.filter((row) => (!after || order(row, after) > 0) && (!before || order(row, before) < 0));
  const page =
    args.whole === true || args.first != null ? within.slice(0, size) : size === 0 ? [] : within.slice(-size);
  const [firstRow, lastRow] = [page[0], page.at(-1)];
  return {
    nodes: () => page.map((row) => toNode(row.item)),
    edges: () => page.map((row) => ({ cursor: writeCursor(row), node: toNode(row.item) })),
    pageInfo: {
      hasNextPage: lastRow ? sorted.some((row) => order(row, lastRow) > 0) : false,
      hasPreviousPage: firstRow ? sorted.some((row) => order(row, firstRow) < 0) : false,
      startCursor: firstRow ? writeCursor(firstRow) : null,
      endCursor: lastRow ? writeCursor(lastRow) : null,
    },
  };
}

/** A list in its own order, such as the lines of an order. */
export function listConnection<T>(
  items: readonly T[],
  args: PageArgs,
  toNode: (item: T) => unknown,
): Record<string, unknown> {
  return connection(
    items.map((item, index) => ({ key: String(index).padStart(8, '0'), id: index, item })),
    args,
    toNode,
  );
}

/** The first items of a plain list argument (`first`), or all. */
export function takeFirst<T>(items: readonly T[], args: { first?: number | null }): T[] {
  return args.first == null ? [...items] : items.slice(0, args.first);
}

function writeCursor(row: { key: string; id: number }): string {
  return Buffer.from(JSON.stringify({ last_id: row.id, last_value: row.key })).toString('base64');
}

function readCursor(cursor: string): { key: string; id: number } {
  try {
    const { last_id: id, last_value: key } = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')) as {
      last_id?: unknown;
      last_value?: unknown;
    };
    if (typeof id === 'number' && typeof key === 'string') return { id, key };
  } catch {
    // Falls through: not one of our cursors.
  }
  throw new GraphQLError('Invalid cursor for current pagination sort.');
}
