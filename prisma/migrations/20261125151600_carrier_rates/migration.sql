-- Our carrier service in a store: how the platform knows it, and how it stands there.
CREATE TABLE "carrier_services" (
  "store_id" BIGINT NOT NULL,
  "token" TEXT NOT NULL,
  "carrier_id" BIGINT,
  "state" TEXT NOT NULL,
  "refusal" TEXT,
  "plan" TEXT,
  "checked_at" TIMESTAMPTZ(3),
  "deactivated_at" TIMESTAMPTZ(3),
  "called_at" TIMESTAMPTZ(3),
  "foreign_at" TIMESTAMPTZ(3),
  CONSTRAINT "carrier_services_pkey" PRIMARY KEY ("store_id")
);
-- What was answered to checkouts for one vendor's lines, so that an order finds its part.
CREATE TABLE "shipping_quotes" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "key" TEXT NOT NULL,
  "cheapest_minor" BIGINT NOT NULL,
  "fastest_minor" BIGINT NOT NULL,
  "currency" TEXT NOT NULL,
  "first_at" TIMESTAMPTZ(3) NOT NULL,
  "answered_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "shipping_quotes_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "shipping_quotes_store_id_key_cheapest_minor_fastest_minor_c_key" ON "shipping_quotes"("store_id", "key", "cheapest_minor", "fastest_minor", "currency");
CREATE INDEX "shipping_quotes_store_id_answered_at_idx" ON "shipping_quotes"("store_id", "answered_at");
-- Both are the marketplace's alone: a quote names no vendor, and a vendor's own is told with its order.
ALTER TABLE "carrier_services" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "carrier_services" USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE "shipping_quotes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "shipping_quotes" USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
