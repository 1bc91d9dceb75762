import { invalidInput, type AppError } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { readMetafieldHeader } from './import-headers.ts';
import { findRepeated, type Mapping } from './product-import.ts';

const refuse = (path: string, message: string): AppError => invalidInput([{ path, rule: '', message }]);

/** Throws invalid_input (422) for a mapping that is none of a table with these headers, or not the viewer's to choose. */
export function requireMapping(ctx: Ctx, headers: readonly string[], mapping: Mapping): void {
  if (mapping.columns.length !== headers.length) {
    throw refuse('mapping.columns', rule('mapping_columns', { columns: headers.length }));
  }
  const repeated = findRepeated(mapping);
  if (repeated !== undefined) {
    throw refuse(`mapping.columns.${mapping.columns.lastIndexOf(repeated)}`, rule('field_repeated'));
  }
  // Only the marketplace says whose a product is.
  if (ctx.viewer.vendorScope !== '*' && mapping.columns.includes('vendor')) {
    throw refuse(`mapping.columns.${mapping.columns.indexOf('vendor')}`, rule('not_an_option'));
  }
  const unnamed = mapping.columns.findIndex(
    (field, column) => field === 'metafield' && !readMetafieldHeader(headers[column] ?? ''),
  );
  if (unnamed >= 0) throw refuse(`mapping.columns.${unnamed}`, rule('not_an_option'));
}
