import type { MessagePort } from 'node:worker_threads';

/** Rows in one text. */
const AT_ONCE = 500;

/** Rows as JSON: a text crosses to a thread sooner than objects do. */
export type RowsMessage = { rows: string };

/**
 * Sends rows, some in each text, as they are made; each text is written in a turn of its own, so that others are answered between
 * them. Whoever sends says afterwards that this was all.
 */
export async function sendRows(port: MessagePort, rows: Iterable<unknown>): Promise<void> {
  let part: unknown[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < AT_ONCE) continue;
    port.postMessage({ rows: JSON.stringify(part) } satisfies RowsMessage);
    part = [];
    await new Promise(setImmediate);
  }
  if (part.length > 0) port.postMessage({ rows: JSON.stringify(part) } satisfies RowsMessage);
}
