-- The app's plan as the platform said it last, with what was in use when it was counted last: what is limited is decided by it, and
-- admins are warned by it. A store without a row, or with an old one, is asked about at the platform first.
CREATE TABLE "plan_readings" (
    "store_id" BIGINT NOT NULL,
    "plan" TEXT NOT NULL,
    "addons" TEXT[] NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "vendors" INTEGER NOT NULL DEFAULT 0,
    "orders" INTEGER NOT NULL DEFAULT 0,
    "products" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "plan_readings_pkey" PRIMARY KEY ("store_id")
);
ALTER TABLE plan_readings ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON plan_readings USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'plan.check', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL;
