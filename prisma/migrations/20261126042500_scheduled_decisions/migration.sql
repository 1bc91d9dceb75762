-- Decisions of admins on products, which take effect once the time to take them back has passed.
CREATE TABLE "scheduled_decisions" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "acting_vendor_id" BIGINT,
    "action" TEXT NOT NULL,
    "note" TEXT,
    "seen" TEXT NOT NULL,
    "decided_by" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "executes_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "scheduled_decisions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "scheduled_decisions_store_id_product_id_id_idx" ON "scheduled_decisions"("store_id", "product_id", "id");
-- One open decision for each product.
CREATE UNIQUE INDEX scheduled_decisions_open ON scheduled_decisions (store_id, product_id) WHERE ended_at IS NULL;

ALTER TABLE scheduled_decisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON scheduled_decisions USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
