import type { Ctx } from '#app/server/context.server.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import type { Refusal } from '#app/core/errors.ts';
import { columnLetters, findColumn, STATUS_COLUMN, type SheetTable } from './sheet.ts';
import type { StoredConnection, StoredRow, StoredTracking } from './sheets.repo.server.ts';

const MAX_STATUS = 500;

type Results = {
  products: { table: SheetTable; results: ReadonlyMap<number, StoredRow> };
  tracking: { table: SheetTable; results: ReadonlyMap<number, StoredTracking> };
};

/** Writes what became of each row into its status column, in the language of whoever connected; nothing where all says so already. */
export async function writeStatus(ctx: Ctx, { sheetId, locale }: StoredConnection, o: Results): Promise<void> {
  const t = translate(locale);
  const data = [
    ...toColumn('Products', o.products.table, (line) => {
      const row = o.products.results.get(line);
      if (!row || row.outcome === 'missing') return undefined;
      return row.refusal
        ? t('sheets:status.refused', { reason: reasonText(t, row.refusal) })
        : t(`sheets:status.${row.outcome}`);
    }),
    ...toColumn('Tracking', o.tracking.table, (line) => {
      const row = o.tracking.results.get(line);
      if (!row) return undefined;
      return row.refusal
        ? t('sheets:status.notShipped', { reason: reasonText(t, row.refusal) })
        : t('sheets:status.shipped');
    }),
  ];
  if (data.length > 0) await ctx.adapters.sheets.writeValues(sheetId, data);
}

/** Why a row was refused, in one line. */
export function reasonText(t: Translate, refusal: Refusal): string {
  const { issues = [] } = refusal;
  return (issues.length > 0 ? issues.map((issue) => issueText(t, issue)).join('; ') : refusalText(t, refusal)).slice(
    0,
    MAX_STATUS,
  );
}

function toColumn(
  tab: string,
  { headers, rows }: SheetTable,
  statusOf: (line: number) => string | undefined,
): { range: string; values: (string | null)[][] }[] {
  if (headers.length === 0) return [];
  const column = findColumn(headers, STATUS_COLUMN);
  const letters = columnLetters(column ?? headers.length);
  const statuses = new Map(rows.map(({ line }) => [line, statusOf(line)]));
  const isSaid = rows.every(
    ({ line, cells }) => (statuses.get(line) ?? '') === (column === undefined ? '' : (cells[column] ?? '')),
  );
  if (isSaid) return [];
  const last = Math.max(...rows.map(({ line }) => line));
  // Null leaves a cell as it is.
  const values = Array.from({ length: last - 1 }, (_row, index) => {
    const line = index + 2;
    return [statuses.has(line) ? (statuses.get(line) ?? '') : null];
  });
  return [{ range: `${tab}!${letters}1:${letters}${last}`, values: [[STATUS_COLUMN], ...values] }];
}
