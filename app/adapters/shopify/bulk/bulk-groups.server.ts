import { ResultDisorder, splitLines, type ResultLine } from './bulk-result.server.ts';
import { idOfGid } from '../client.server.ts';

const MAX_LINES_A_GROUP = 200_000;

/** A line of a result: an object, and what it hangs on. */
export type Row = { id: string; __parentId?: string } & Record<string, unknown>;
/** An object of the top with its id, its own line first and then those that hang on it; `end` is the place after them. */
export type Group = { id: bigint; rows: [Row, ...Row[]]; end: number };

/**
 * Reads the bytes of a bulk operation's result, whose objects are grouped, object by object; `from` is the place of the first
 * byte. Throws ResultDisorder where it cannot be read, and what the bytes throw.
 */
export async function* readGroups(bytes: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Group> {
  let group: Group | undefined;
  for await (const lines of splitLines(bytes, from)) {
    for (const line of lines) {
      const row = parseRow(line);
      if (row.__parentId === undefined) {
        if (group) yield group;
        group = { id: readable(() => idOfGid(row.id)), rows: [row], end: line.end };
        continue;
      }
      if (!group) throw new ResultDisorder('the result begins with a line that hangs on none');
      group.rows.push(row);
      group.end = line.end;
      if (group.rows.length > MAX_LINES_A_GROUP) throw new ResultDisorder('an object has more lines than it can');
    }
  }
  if (group) yield group;
}

/** What is not as it was asked for is no fault of the connection: it would be the same the next time. */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ResultDisorder ? error : new ResultDisorder('a line cannot be read', { cause: error });
  }
}

function parseRow(line: ResultLine): Row {
  const row = readable<unknown>(() => JSON.parse(line.text));
  if (typeof row !== 'object' || row === null || typeof (row as Row).id !== 'string') {
    throw new ResultDisorder('a line of the result has no id');
  }
  return row as Row;
}
