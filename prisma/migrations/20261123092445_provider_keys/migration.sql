-- The marketplace's own keys at the providers by which vendors are paid. What opens anything is sealed.
CREATE TABLE "provider_keys" (
    "store_id" BIGINT NOT NULL,
    "provider" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "is_test" BOOLEAN NOT NULL,
    "account_id" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "sealed_hooks" TEXT NOT NULL,
    "hears_news" BOOLEAN NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "heard_at" TIMESTAMPTZ(3),
    "refused_deliveries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "provider_keys_pkey" PRIMARY KEY ("store_id","provider")
);
ALTER TABLE provider_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON provider_keys USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
