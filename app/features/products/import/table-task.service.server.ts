import type { Result } from '#app/core/result.ts';
import type { ReadRow } from './row-values.ts';
import { readRows, type RowsToRead, type TableReading } from './read-rows.service.server.ts';
import { isWorkbook, readWorkbook } from './read-workbook.service.server.ts';
import { readTable, type Table } from './read-table.service.server.ts';

/** Work on a whole table that takes the processor for itself. */
export type ReadTask = { kind: 'read'; bytes: Uint8Array };
export type CheckTask = { kind: 'check' } & RowsToRead;
export type TableTask = ReadTask | CheckTask;
export type CheckedRows = TableReading & { read: ReadRow[] };

/** Does the work where it is called. */
export function runTableTask(task: ReadTask): Promise<Result<Table, string>>;
export function runTableTask(task: CheckTask): Promise<CheckedRows>;
export async function runTableTask(task: TableTask): Promise<Result<Table, string> | CheckedRows> {
  if (task.kind === 'check') return readRows(task);
  return isWorkbook(task.bytes) ? readWorkbook(task.bytes) : readTable(task.bytes);
}
