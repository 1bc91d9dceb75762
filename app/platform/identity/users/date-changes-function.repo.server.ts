import { defineDatabaseFunction } from '#app/server/database-function.server.ts';

/** Gives the changes of the scope's store that triggers wrote their time: triggers know no clock. */
export const dateChangesFunction = defineDatabaseFunction(
  'souk_date_payer_changes',
  `(moment timestamptz) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE payer_changes SET at = moment WHERE store_id = souk_store() AND at IS NULL;
  SELECT true
$$`,
);
