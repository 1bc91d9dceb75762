import type { Scope } from '#app/core/viewer.ts';

/**
 * The application's own filter, in one place: what every query of a repo adds for its scope. Row-level security stands
 * behind it; a test build replaces this file by one that filters nothing and shows that the database still refuses.
 */
export type ScopeFilter = { storeId: bigint; vendorId?: bigint };

/** The filter for the ORM: `where: { ...scoped(scope), id }`. */
export function scoped(scope: Scope): ScopeFilter {
  return scope.vendor === '*' ? { storeId: scope.storeId } : { storeId: scope.storeId, vendorId: scope.vendor };
}

/**
 * The filter for hand-written SQL over a table with `store_id` and `vendor_id`, as text and its values.
 * `from` is the number of the first placeholder.
 */
export function scopedSql(scope: Scope, alias: string, from = 1): { text: string; values: bigint[] } {
  const store = `${alias}.store_id = $${from}`;
  return scope.vendor === '*'
    ? { text: store, values: [scope.storeId] }
    : { text: `${store} AND ${alias}.vendor_id = $${from + 1}`, values: [scope.storeId, scope.vendor] };
}
