-- API keys of vendors, how products of their own stores are priced and updated here, what became of each product, and the
-- marketplace's own plan at the platform.
CREATE TABLE "api_keys" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "api_keys_store_id_vendor_id_idx" ON "api_keys"("store_id", "vendor_id");

CREATE TABLE "store_sync_settings" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "additional_cost_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "additional_factor" BIGINT NOT NULL,
    "skip_price_update" BOOLEAN NOT NULL,
    "skip_content_update" BOOLEAN NOT NULL,
    CONSTRAINT "store_sync_settings_pkey" PRIMARY KEY ("store_id", "vendor_id")
);

CREATE TABLE "synced_products" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "source_id" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "product_id" BIGINT,
    "outcome" TEXT NOT NULL,
    "kept" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "overwrites" BOOLEAN NOT NULL DEFAULT false,
    "saved" JSONB,
    "refusal" JSONB,
    "checked_at" TIMESTAMPTZ(3),
    "request" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "synced_products_pkey" PRIMARY KEY ("store_id", "vendor_id", "source_id")
);

CREATE TABLE "app_plans" (
    "store_id" BIGINT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "addons" TEXT[] NOT NULL,
    "status" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "app_plans_pkey" PRIMARY KEY ("store_id", "subscription_id")
);

-- One store of its own for each vendor: of several that were connected, the latest stays.
DELETE FROM shop_connections a USING shop_connections b
  WHERE a.store_id = b.store_id AND a.vendor_id = b.vendor_id
    AND (b.connected_at > a.connected_at OR (b.connected_at = a.connected_at AND b.id > a.id));
DROP INDEX "shop_connections_store_id_vendor_id_shop_key";
CREATE UNIQUE INDEX "shop_connections_store_id_vendor_id_key" ON "shop_connections"("store_id", "vendor_id");
ALTER TABLE "shop_connections"
    ADD COLUMN "connected_name" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "locale" TEXT NOT NULL DEFAULT 'en',
    ADD COLUMN "state" TEXT NOT NULL DEFAULT 'active',
    ADD COLUMN "problem" TEXT,
    ADD COLUMN "turn" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "tries" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "round_at" TIMESTAMPTZ(3),
    ADD COLUMN "next_at" TIMESTAMPTZ(3),
    ADD COLUMN "synced_at" TIMESTAMPTZ(3);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON api_keys USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE store_sync_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON store_sync_settings USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE synced_products ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON synced_products USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE app_plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON app_plans USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
