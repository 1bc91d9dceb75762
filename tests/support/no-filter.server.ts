import type { Scope } from '#app/core/viewer.ts';

/** The program's own filter switched off: what stands in for app/server/scoped.server.ts in the project `no-filter`. */
export function scoped(_scope: Scope): Record<string, never> {
  return {};
}

/** The same placeholders and values as the real one, filtering nothing. */
export function scopedSql(scope: Scope, _alias: string, from = 1): { text: string; values: bigint[] } {
  return scope.vendor === '*'
    ? { text: `$${from}::bigint IS NOT NULL`, values: [scope.storeId] }
    : {
        text: `($${from}::bigint IS NOT NULL AND $${from + 1}::bigint IS NOT NULL)`,
        values: [scope.storeId, scope.vendor],
      };
}
