-- An order's page leads to the offer that it was placed for.
CREATE INDEX "offers_store_id_order_id_idx" ON "offers"("store_id", "order_id");
