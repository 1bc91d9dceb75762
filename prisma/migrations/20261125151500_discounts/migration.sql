-- Discounts of vendors and of the marketplace, with who bears them.
CREATE TABLE "discounts" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "vendor_ids" BIGINT[],
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "value_type" TEXT NOT NULL,
    "percent" BIGINT,
    "amount_minor" BIGINT,
    "currency" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "one_per_customer" BOOLEAN NOT NULL,
    "usage_limit" INTEGER,
    "minimum_type" TEXT NOT NULL,
    "minimum_minor" BIGINT,
    "minimum_quantity" INTEGER,
    "vendor_percent" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "refusal" TEXT,
    "platform_id" BIGINT,
    "used_count" INTEGER NOT NULL DEFAULT 0,
    "changed_in_store_at" TIMESTAMPTZ(3),
    "scope_changed" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "discounts_store_id_created_at_id_idx" ON "discounts"("store_id", "created_at", "id");
CREATE INDEX "discounts_store_id_vendor_id_created_at_id_idx" ON "discounts"("store_id", "vendor_id", "created_at", "id");
CREATE INDEX "discounts_store_id_platform_id_idx" ON "discounts"("store_id", "platform_id");
CREATE INDEX "discounts_store_id_method_name_key_idx" ON "discounts"("store_id", "method", "name_key");
-- A code or title names one discount, whoever asks at the same moment. Those that are gone from the store give theirs back.
CREATE UNIQUE INDEX discounts_one_name ON discounts (store_id, method, name_key) WHERE state NOT IN ('removed', 'refused');

ALTER TABLE discounts ADD CONSTRAINT discounts_vendor_percent CHECK (vendor_percent BETWEEN 0 AND 1000000);
ALTER TABLE discounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON discounts USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
