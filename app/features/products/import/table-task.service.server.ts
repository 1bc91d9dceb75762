import type { Currency } from '#app/core/money/money.ts';
import type { Result } from '#app/core/result.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { Mapping } from './product-import.ts';
import { rowReader, type ReadRow } from './read-row.service.server.ts';
import { readTable, type Table } from './read-table.service.server.ts';

/** Work on a whole table that takes the processor for itself. */
export type ReadTask = { kind: 'read'; bytes: Uint8Array };
export type CheckTask = { kind: 'check'; rows: Table['rows']; mapping: Mapping; currency: Currency; locale: Locale };
export type TableTask = ReadTask | CheckTask;

/** Does the work where it is called. */
export function runTableTask(task: ReadTask): Result<Table, string>;
export function runTableTask(task: CheckTask): ReadRow[];
export function runTableTask(task: TableTask): Result<Table, string> | ReadRow[] {
  return task.kind === 'read' ? readTable(task.bytes) : task.rows.map(rowReader(task.mapping, task));
}
