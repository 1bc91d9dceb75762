-- What buyers of a vendor are offered: flat rates, live rates or both, and by which services of carriers.
CREATE TABLE "vendor_rate_choices" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "mode" TEXT,
  "services" JSONB NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "vendor_rate_choices_pkey" PRIMARY KEY ("store_id", "vendor_id"),
  CONSTRAINT "vendor_rate_choices_mode_check" CHECK (mode IN ('flat', 'live', 'both'))
);
ALTER TABLE "vendor_rate_choices" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "vendor_rate_choices" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
