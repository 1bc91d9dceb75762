-- How a vendor is paid: one way at a time. Accounts at Stripe stay noted for each platform and mode, whichever is used now.
CREATE TABLE "payout_methods" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "receiver" TEXT,
    "receiver_type" TEXT,
    "details_changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_methods_pkey" PRIMARY KEY ("store_id","vendor_id"),
    CONSTRAINT "payout_methods_kind_check" CHECK (kind = 'stripe' OR (kind = 'paypal' AND receiver IS NOT NULL AND receiver_type IN ('EMAIL', 'USER_HANDLE')))
);

CREATE TABLE "stripe_accounts" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "account_id" TEXT NOT NULL,
    "platform_id" TEXT NOT NULL,
    "is_test" BOOLEAN NOT NULL,
    "made_with" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "is_submitted" BOOLEAN NOT NULL,
    "due" JSONB NOT NULL DEFAULT '[]',
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stripe_accounts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "stripe_accounts_store_id_account_id_key" ON "stripe_accounts"("store_id", "account_id");
CREATE INDEX "stripe_accounts_store_id_vendor_id_registered_at_idx" ON "stripe_accounts"("store_id", "vendor_id", "registered_at");

ALTER TABLE payout_methods ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON payout_methods USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE stripe_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON stripe_accounts USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Each store's accounts are looked at once a day from now on; a store that comes later begins it when it is installed.
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'payout-methods.sweep', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL;
