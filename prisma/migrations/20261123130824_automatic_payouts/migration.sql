-- Runs of automatic payouts: who or what began them, and what they paid and skipped.
CREATE TABLE "automatic_payouts" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "occasion" TEXT NOT NULL,
    "actor" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "results" JSONB,

    CONSTRAINT "automatic_payouts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "automatic_payouts_store_id_occasion_key" ON "automatic_payouts"("store_id", "occasion");
-- One run at a time.
CREATE UNIQUE INDEX "automatic_payouts_running" ON "automatic_payouts"("store_id") WHERE "ended_at" IS NULL;

ALTER TABLE automatic_payouts ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON automatic_payouts USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
