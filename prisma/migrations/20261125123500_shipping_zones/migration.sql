-- Where a vendor ships to and at what flat rates; without a vendor, the marketplace's defaults.
CREATE TABLE "shipping_zones" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT,
  "name" TEXT NOT NULL,
  "rates" JSONB NOT NULL,
  "countries" JSONB NOT NULL,
  -- The currency of the rates: the store's when the zone was saved.
  "currency" TEXT NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "shipping_zones_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "shipping_zones_store_id_vendor_id_id_idx" ON "shipping_zones"("store_id", "vendor_id", "id");
ALTER TABLE "shipping_zones" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "shipping_zones" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
-- A vendor reads the defaults, because they apply to it while it has no zone of its own.
CREATE POLICY defaults_read ON "shipping_zones" FOR SELECT USING (store_id = (SELECT souk_store()) AND vendor_id IS NULL);
