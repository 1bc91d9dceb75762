/** What Google Sheets remembers. */
export type GoogleState = { spreadsheets: Record<string, Spreadsheet> };

export type SheetValue = string | number | boolean | null;
/** What the service account may do with a spreadsheet. */
export const SHEET_ACCESS = ['editor', 'viewer', 'none'] as const;
export type Spreadsheet = {
  id: string;
  title: string;
  access: (typeof SHEET_ACCESS)[number];
  /** Cells by tab, row by row. */
  tabs: Record<string, SheetValue[][]>;
};
