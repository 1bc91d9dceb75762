import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import Piscina from 'piscina';
import { refuse, type Result } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_FILE_BYTES } from './product-import.ts';
import type { ReadRow } from './row-values.ts';
import type { Table } from './read-table.service.server.ts';
import type { ThreadMessage, ThreadTask } from './table.thread.server.ts';
import { sendRows } from './thread-rows.server.ts';
import { isWorkbook } from './read-workbook.service.server.ts';
import type { RowsToRead, TableReading } from './read-rows.service.server.ts';
import { runTableTask, type CheckedRows } from './table-task.service.server.ts';

/** A table up to this size is read sooner than a thread begins. A workbook may be small and come to much. */
const SMALL = { bytes: 100_000, rows: 500 };
/** The longest that a file is read, and the memory that its reading may take. */
const MAX_READ_MS = 30_000;
const MAX_HEAP_MB = 1_024;

/** No network, no environment and no database are in a thread. One that had nothing to do for a while ends. */
const threads = new Piscina<{ task: ThreadTask; port: MessagePort }, undefined>({
  filename: fileURLToPath(new URL('./table.thread.server.ts', import.meta.url)),
  name: 'runTask',
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 30_000,
  atomics: 'disabled',
  env: {},
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 64 },
});

/** Reads a table, in a thread of its own where it is large, so that no other request waits for it. */
export async function readTableBeside(bytes: Uint8Array): Promise<Result<Table, string>> {
  if (bytes.length > MAX_FILE_BYTES) return refuse(rule('table_bytes', { megabytes: MAX_FILE_BYTES / 1024 / 1024 }));
  if (bytes.length <= SMALL.bytes && !isWorkbook(bytes)) return runTableTask({ kind: 'read', bytes });
  try {
    const task = { kind: 'read', bytes } as const;
    const { rows, end } = await runInThread<Table['rows'][number], Result<Table, string>>(task);
    return end.ok ? { ...end, value: { ...end.value, rows } } : end;
  } catch (error) {
    if (isTooMuch(error)) return refuse(rule('table_too_much'));
    throw error;
  }
}

/** Whether a thread was ended because its work took too long or too much memory. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

/** Reads the rows of a table by a mapping, in a thread of its own where they are many. */
export async function checkRowsBeside(task: RowsToRead): Promise<CheckedRows> {
  if (task.rows.length <= SMALL.rows) return runTableTask({ kind: 'check', ...task });
  const { rows, ...reading } = task;
  const { rows: read, end } = await runInThread<ReadRow, TableReading>(
    { kind: 'check', ...reading, count: rows.length },
    rows,
  );
  return { ...end, read };
}

/** A thread gets the table, or rows to check, and answers with what it found. Both sides are at it while rows come and go. */
async function runInThread<Row, End>(
  task: ThreadTask,
  given: readonly unknown[] = [],
): Promise<{ rows: Row[]; end: End }> {
  const { port1: own, port2: port } = new MessageChannel();
  const tooLong = new AbortController();
  const run = threads.run({ task, port }, { transferList: [port], signal: tooLong.signal });
  try {
    const [answer] = await Promise.all([
      readAnswer<Row, End>(own, () => setTimeout(() => tooLong.abort(), MAX_READ_MS)).catch(async (error: unknown) => {
        // Why a thread ended is what its run says.
        await run;
        throw error;
      }),
      run,
      sendRows(own, given),
    ]);
    return answer;
  } finally {
    own.close();
  }
}

/** Reads what a thread sends over a port. The time that it may take counts from its first word: it may have waited for its turn. */
async function readAnswer<Row, End>(
  port: MessagePort,
  startTimer: () => NodeJS.Timeout,
): Promise<{ rows: Row[]; end: End }> {
  const rows: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const [message] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[ThreadMessage]>) {
      if ('end' in message) return { rows, end: message.end as End };
      if ('rows' in message) for (const row of JSON.parse(message.rows) as Row[]) rows.push(row);
      else timer ??= startTimer();
      // The next message is read in a turn of its own.
      await new Promise(setImmediate);
    }
    throw new Error('the thread ended before the table did');
  } finally {
    clearTimeout(timer);
  }
}
