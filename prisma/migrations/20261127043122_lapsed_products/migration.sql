-- Products that were taken off sale because the membership of their vendor lapsed, with what they were: they come back to it.
CREATE TABLE "lapsed_products" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "submission" TEXT NOT NULL,
    "after_event" BIGINT NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "lapsed_products_pkey" PRIMARY KEY ("store_id", "product_id")
);
CREATE INDEX "lapsed_products_store_id_vendor_id_idx" ON "lapsed_products"("store_id", "vendor_id");
ALTER TABLE lapsed_products ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON lapsed_products USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
