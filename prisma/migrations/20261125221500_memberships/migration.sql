-- What a vendor pays the marketplace for being here, as the card provider said it last. One row for each platform and mode of the
-- provider, so that another key begins anew and an earlier one finds its own again.
CREATE TABLE "memberships" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "platform_id" TEXT NOT NULL,
  "is_test" BOOLEAN NOT NULL,
  "customer_id" TEXT NOT NULL,
  "status" TEXT NOT NULL CHECK ("status" IN ('none', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due',
    'canceled', 'unpaid', 'paused')),
  "subscription_id" TEXT,
  "price_id" TEXT,
  "plan_name" TEXT NOT NULL DEFAULT '',
  "amount_minor" BIGINT,
  "currency" TEXT,
  "interval" TEXT,
  "interval_count" INTEGER,
  "renews_at" TIMESTAMPTZ(3),
  "ends_at" TIMESTAMPTZ(3),
  "trial_ends_at" TIMESTAMPTZ(3),
  "listing_limit" INTEGER CHECK ("listing_limit" >= 0),
  "has_used_trial" BOOLEAN NOT NULL DEFAULT false,
  "left_for_provider_at" TIMESTAMPTZ(3),
  "checked_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "memberships_pkey" PRIMARY KEY ("store_id", "vendor_id", "platform_id", "is_test")
);
CREATE UNIQUE INDEX "memberships_store_id_customer_id_key" ON "memberships" ("store_id", "customer_id");
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "memberships" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
