import { defineDatabaseFunction } from '#app/server/database-function.server.ts';

/** Counts the open findings of all stores: metrics are asked outside of every store's scope, and say no more than this number. */
export const openFindingsFunction = defineDatabaseFunction(
  'souk_count_open_findings',
  `() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM reconciliation_findings WHERE resolved_at IS NULL AND set_aside_at IS NULL
$$`,
);
