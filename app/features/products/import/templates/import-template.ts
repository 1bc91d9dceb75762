import { readMetafieldHeader } from '../import-headers.ts';
import type { DecimalSign, ImportField, Mapping } from '../product-import.ts';

/** A mapping of columns that somebody saved: what its name, its headers and its number are limited to, and how it fits a file. */

export const MAX_TEMPLATES = 50;
export const MAX_TEMPLATE_NAME = 60;
/** Characters of a header that are kept and compared. */
const MAX_HEADER = 255;

/** What somebody chose for a file: the field of each column and everything else of that step. */
export type TemplateSettings = {
  columns: readonly (ImportField | null)[];
  optionNames: readonly string[];
  decimalSign: DecimalSign | null;
  /** For the marketplace: whose rows are that name no vendor. */
  vendor: string | null;
  allowsIncomplete: boolean;
};
export type ImportTemplate = TemplateSettings & { name: string; headers: readonly string[] };

/** Headers as a template keeps them. */
export const cutHeaders = (headers: readonly string[]): string[] =>
  headers.map((header) => header.slice(0, MAX_HEADER));

/** A header as the recogniser compares it, but with the letters of every script: those of two columns must not become one. */
const readKey = (header: string): string =>
  header
    .slice(0, MAX_HEADER)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a file has the headers of a template, in its order. */
export const matchHeaders = ({ headers }: Pick<ImportTemplate, 'headers'>, others: readonly string[]): boolean =>
  headers.length === others.length &&
  headers.every((header, column) => readKey(header) === readKey(others[column] ?? ''));

/**
 * The mapping of a file by a template, whatever the order of its columns; and the headers that the template maps and the file
 * lacks. Of several columns of one header the first is the template's first.
 */
export function fitTemplate(
  template: ImportTemplate,
  headers: readonly string[],
): { mapping: Mapping; missing: string[] } {
  const left = template.headers.map((header, column) => ({
    header,
    key: readKey(header),
    field: template.columns[column] ?? null,
  }));
  const columns = headers.map((header) => {
    const key = readKey(header);
    const index = left.findIndex((one) => one.key === key);
    const [taken] = index < 0 ? [] : left.splice(index, 1);
    if (taken?.field === 'metafield' && !readMetafieldHeader(header)) return null;
    return taken?.field ?? null;
  });
  const { optionNames, decimalSign } = template;
  return {
    mapping: { columns, optionNames, decimalSign },
    missing: left.filter(({ field }) => field !== null).map(({ header }) => header),
  };
}
