-- Runs that compare the books of a store with the facts behind them, and what they found to differ.
CREATE TABLE "reconciliation_runs" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "occasion" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "after" TEXT,
    "step" INTEGER NOT NULL DEFAULT 0,
    "checked" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconciliation_runs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reconciliation_runs_state_check" CHECK (state IN ('running', 'done', 'stopped'))
);
CREATE INDEX "reconciliation_runs_store_id_id_idx" ON "reconciliation_runs"("store_id", "id");
-- One run at a time.
CREATE UNIQUE INDEX "reconciliation_runs_running_key" ON "reconciliation_runs"("store_id") WHERE state = 'running';

CREATE TABLE "reconciliation_findings" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "vendor_id" BIGINT,
    "order_id" BIGINT,
    "payout_id" BIGINT,
    "currency" TEXT,
    "expected_minor" BIGINT,
    "found_minor" BIGINT,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_run_id" BIGINT NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "set_aside_at" TIMESTAMPTZ(3),
    "set_aside_by" JSONB,
    "note" TEXT,

    CONSTRAINT "reconciliation_findings_pkey" PRIMARY KEY ("id")
);
-- What is found again is the same row.
CREATE UNIQUE INDEX "reconciliation_findings_store_id_kind_reference_key" ON "reconciliation_findings"("store_id", "kind", "reference");
CREATE INDEX "reconciliation_findings_open_idx" ON "reconciliation_findings"("store_id", "source") WHERE resolved_at IS NULL;
CREATE INDEX "reconciliation_findings_order_idx" ON "reconciliation_findings"("store_id", "order_id") WHERE order_id IS NOT NULL;
-- The postings of a payout are found by it.
CREATE INDEX "ledger_transactions_payout_idx" ON "ledger_transactions"("store_id", "payout_id") WHERE payout_id IS NOT NULL;

ALTER TABLE reconciliation_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON reconciliation_runs USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE reconciliation_findings ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON reconciliation_findings USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- Each store's books are compared once a day from now on; a store that comes later begins it when it is installed.
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'reconciliation.daily', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL;
