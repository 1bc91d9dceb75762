import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Result } from '#app/core/result.ts';
import type { ReadRow } from './read-row.service.server.ts';
import type { Table } from './read-table.service.server.ts';
import type { ThreadMessage } from './table.thread.server.ts';
import { runTableTask, type CheckTask, type TableTask } from './table-task.service.server.ts';

/** A table up to this size is read sooner than a thread begins. */
const SMALL = { bytes: 100_000, rows: 500 };

/** Reads a table, in a thread of its own where it is large, so that no other request waits for it. */
export async function readTableBeside(bytes: Uint8Array): Promise<Result<Table, string>> {
  if (bytes.length <= SMALL.bytes) return runTableTask({ kind: 'read', bytes });
  const { rows, end } = await runInThread<Table['rows'][number], Result<Table, string>>({ kind: 'read', bytes });
  return end.ok ? { ...end, value: { ...end.value, rows } } : end;
}

/** Checks the rows of a table by a mapping, in a thread of its own where they are many. */
export async function checkRowsBeside(task: Omit<CheckTask, 'kind'>): Promise<ReadRow[]> {
  if (task.rows.length <= SMALL.rows) return runTableTask({ kind: 'check', ...task });
  return (await runInThread<ReadRow, undefined>({ kind: 'check', ...task })).rows;
}

/** The thread gets the table and answers with what it found: no network, no environment and no database are there. */
async function runInThread<Row, End>(task: TableTask): Promise<{ rows: Row[]; end: End }> {
  const thread = new Worker(new URL('./table.thread.server.ts', import.meta.url), {
    workerData: task,
    env: {},
    execArgv: [],
  });
  const rows: Row[] = [];
  try {
    // What went wrong in the thread itself is thrown here.
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[ThreadMessage]>) {
      if ('end' in message) return { rows, end: message.end as End };
      rows.push(...(message.rows as Row[]));
      // The next message is read in a turn of its own.
      await new Promise(setImmediate);
    }
    throw new Error('the thread ended before the table did');
  } finally {
    await thread.terminate();
  }
}
