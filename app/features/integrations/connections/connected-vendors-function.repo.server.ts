import { defineDatabaseFunction } from '#app/server/database-function.server.ts';

/** The vendors, of any marketplace, whose own store is a shop: what it reports names the shop alone. */
export const connectedVendorsFunction = defineDatabaseFunction(
  'souk_connected_vendors',
  `(domain text) RETURNS TABLE (store_id bigint, vendor_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.store_id, c.vendor_id FROM shop_connections c WHERE c.shop = domain AND c.state = 'active'
$$`,
);
