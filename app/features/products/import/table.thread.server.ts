// The code of a thread: reads one table, or checks its rows, while the main thread answers others. It asks nobody and keeps nothing.
// Rows are sent back in parts, because whoever takes a message does nothing else until it is read; the last message is the end.
import { parentPort, workerData } from 'node:worker_threads';
import { runTableTask, type TableTask } from './table-task.service.server.ts';

/** Rows in one message. */
const AT_ONCE = 1_000;

export type ThreadMessage = { rows: unknown[] } | { end: unknown };

const send = (message: ThreadMessage): void => parentPort?.postMessage(message);

function sendRows(rows: readonly unknown[]): void {
  for (let from = 0; from < rows.length; from += AT_ONCE) send({ rows: rows.slice(from, from + AT_ONCE) });
}

const task = workerData as TableTask;
if (task.kind === 'check') {
  const { read, ...reading } = await runTableTask(task);
  sendRows(read);
  send({ end: reading });
} else {
  const read = await runTableTask(task);
  if (read.ok) sendRows(read.value.rows);
  send({ end: read.ok ? { ...read, value: { ...read.value, rows: [] } } : read });
}
