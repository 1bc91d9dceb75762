-- Payouts that a person asked for and that wait for another: what was asked, as it was shown, and what became of it.
CREATE TABLE "payout_requests" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "fingerprint" TEXT NOT NULL,
    "asked" JSONB NOT NULL,
    "shown" JSONB NOT NULL,
    "answer" JSONB NOT NULL,
    "asked_by" JSONB NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" JSONB,
    "decided_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "run_id" TEXT,
    "outcome" JSONB,

    CONSTRAINT "payout_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payout_requests_state_check" CHECK (state IN ('waiting', 'approved', 'declined', 'withdrawn', 'expired', 'stale'))
);
CREATE INDEX "payout_requests_store_id_id_idx" ON "payout_requests"("store_id", "id");
-- The same call again while it waits is the same request.
CREATE UNIQUE INDEX "payout_requests_waiting_key" ON "payout_requests"("store_id", "fingerprint") WHERE state = 'waiting';
-- Who approved a payout.
CREATE INDEX "payout_requests_run_idx" ON "payout_requests"("store_id", "run_id") WHERE run_id IS NOT NULL;

ALTER TABLE payout_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON payout_requests USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
