// The code of a thread: reads one table, or checks its rows, while the main thread answers others. It asks nobody and keeps nothing.
// Rows come and go in parts, because whoever takes a message does nothing else until it is read; the last message is the end.
import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { TableRow } from './row-cells.ts';
import { prepareRows, type RowsToRead } from './read-rows.service.server.ts';
import { runTableTask, type ReadTask } from './table-task.service.server.ts';
import { sendRows, type RowsMessage } from './thread-rows.server.ts';

/** What a thread is given: a file, or what rows are checked by, which follow over the port. */
export type ThreadTask = ReadTask | ({ kind: 'check'; count: number } & Omit<RowsToRead, 'rows'>);
/** What a thread answers: that it began, texts of some rows each, and what else it found at the end. */
export type ThreadMessage = { isBegun: true } | RowsMessage | { end: unknown };

/** Does one task, and answers over the port. */
export async function runTask({ task, port }: { task: ThreadTask; port: MessagePort }): Promise<void> {
  const send = (message: ThreadMessage): void => {
    port.postMessage(message);
  };
  try {
    send({ isBegun: true });
    if (task.kind === 'check') {
      const { count, ...reading } = task;
      const { read, ...found } = prepareRows({ ...reading, rows: await receiveRows(port, count) });
      await sendRows(port, read);
      send({ end: found });
    } else {
      const read = await runTableTask(task);
      if (read.ok) await sendRows(port, read.value.rows);
      send({ end: read.ok ? { ...read, value: { ...read.value, rows: [] } } : read });
    }
  } catch (error) {
    port.close();
    throw error;
  }
}

async function receiveRows(port: MessagePort, count: number): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const [message] of on(port, 'message') as AsyncIterable<[RowsMessage]>) {
    for (const row of JSON.parse(message.rows) as TableRow[]) rows.push(row);
    if (rows.length >= count) break;
  }
  return rows;
}
