-- An offer is read by whom its product belongs to: a product may go to another vendor, and the policies of products say so.
CREATE POLICY own_product ON catalog_offers FOR SELECT USING (store_id = (SELECT souk_store())
  AND EXISTS (SELECT FROM products p WHERE p.store_id = catalog_offers.store_id AND p.id = catalog_offers.product_id));
