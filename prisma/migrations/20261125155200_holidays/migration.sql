-- What buyers read while a vendor is away; without a vendor, while the whole marketplace is.
CREATE TABLE "holidays" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT,
  "enabled" BOOLEAN NOT NULL,
  -- Days of the store's time zone, both included; null while the holiday is off and was never filled in.
  "first_day" DATE,
  "last_day" DATE,
  "message" TEXT NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "holidays_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "holidays_store_id_vendor_id_key" ON "holidays"("store_id", "vendor_id") NULLS NOT DISTINCT;
ALTER TABLE "holidays" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "holidays" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
