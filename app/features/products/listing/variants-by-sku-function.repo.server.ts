import { defineDatabaseFunction } from '#app/server/database-function.server.ts';

/**
 * The ids of variants of the transaction's store that have one of these SKUs, which are in small letters and without spaces around
 * them. It runs with the owner's rights because no index of folded words is used behind a policy; whoever asks joins the variants as
 * itself, whose policies hold.
 */
export const variantsBySkuFunction = defineDatabaseFunction(
  'souk_variants_by_sku',
  `(p_skus text[]) RETURNS SETOF bigint LANGUAGE sql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
  SELECT v.id FROM variants v WHERE v.store_id = souk_store() AND lower(trim(v.sku)) = ANY(p_skus)
$$`,
);
