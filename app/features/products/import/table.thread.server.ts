// The code of a thread: reads one table, or checks its rows, while the main thread answers others. It asks nobody and keeps nothing.
// Rows come and go in parts, because whoever takes a message does nothing else until it is read; the last message is the end.
import { parentPort, workerData } from 'node:worker_threads';
import type { TableRow } from './row-cells.ts';
import type { RowsToRead } from './read-rows.service.server.ts';
import { runTableTask, type ReadTask } from './table-task.service.server.ts';
import { writeParts } from './thread-rows.server.ts';

/** What a thread is given: a file, or rows to check, as texts of some rows each. */
export type ThreadTask = ReadTask | ({ kind: 'check'; parts: readonly string[] } & Omit<RowsToRead, 'rows'>);
/** What a thread answers: texts of some rows each, and what else it found at the end. */
export type ThreadMessage = { rows: string } | { end: unknown };

const send = (message: ThreadMessage): void => parentPort?.postMessage(message);

async function sendRows(rows: readonly unknown[]): Promise<void> {
  for (const part of await writeParts(rows)) send({ rows: part });
}

const task = workerData as ThreadTask;
if (task.kind === 'check') {
  const { parts, ...reading } = task;
  const rows = parts.flatMap((part) => JSON.parse(part) as TableRow[]);
  const { read, ...found } = await runTableTask({ ...reading, rows });
  await sendRows(read);
  send({ end: found });
} else {
  const read = await runTableTask(task);
  if (read.ok) await sendRows(read.value.rows);
  send({ end: read.ok ? { ...read, value: { ...read.value, rows: [] } } : read });
}
