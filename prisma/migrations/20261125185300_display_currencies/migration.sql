-- The currency in which a vendor also reads amounts. It is for display alone: nothing is computed or paid in it.
CREATE TABLE "display_currencies" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "currency" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "display_currencies_pkey" PRIMARY KEY ("store_id", "vendor_id")
);
ALTER TABLE "display_currencies" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "display_currencies" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
