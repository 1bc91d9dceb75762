-- Where a vendor ships from, and the package that its products are sent in unless they state their own measures.
CREATE TABLE "vendor_ship_from" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "address" JSONB NOT NULL,
  "package" JSONB,
  "local_pickup" BOOLEAN NOT NULL DEFAULT false,
  "version" INTEGER NOT NULL DEFAULT 1,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "vendor_ship_from_pkey" PRIMARY KEY ("store_id", "vendor_id")
);
ALTER TABLE "vendor_ship_from" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "vendor_ship_from" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
