-- A payout's name at its provider comes from its store, vendor and lines, so that after a restore the same lines give the same name.
-- NULL in payouts of before: they are named by their run and id.
ALTER TABLE "payouts" ADD COLUMN "send_key" TEXT, ADD COLUMN "batch_key" TEXT;
CREATE UNIQUE INDEX "payouts_store_id_send_key_key" ON "payouts" ("store_id", "send_key");

-- Until when what leaves the house stands still: since a restore of the database was noticed, or an admin said so.
ALTER TABLE "stores" ADD COLUMN "held_since" TIMESTAMPTZ(3), ADD COLUMN "held_reason" TEXT;

-- What the file storage holds too: a database whose number is behind the one outside was restored.
CREATE TABLE "restore_marker" (
  "id" INTEGER NOT NULL DEFAULT 1 CHECK ("id" = 1),
  "installation" UUID NOT NULL,
  "epoch" BIGINT NOT NULL,
  "raised_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "restore_marker_pkey" PRIMARY KEY ("id")
);

-- The deliveries that a worker is at, committed before it begins: what is left of a worker that is gone counts as an attempt.
CREATE TABLE "delivery_claims" (
  "worker" UUID NOT NULL,
  "delivery_ids" BIGINT[] NOT NULL,
  "claimed_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "delivery_claims_pkey" PRIMARY KEY ("worker")
);

-- Transfers at a provider that carry a name of ours and that no payout here has: they stop the payouts of their vendor until decided_at.
CREATE TABLE "unknown_transfers" (
  "store_id" BIGINT NOT NULL,
  "provider" TEXT NOT NULL,
  "provider_ref" TEXT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "reference" TEXT,
  "currency" TEXT NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "made_at" TIMESTAMPTZ(3) NOT NULL,
  "found_at" TIMESTAMPTZ(3) NOT NULL,
  "decided_at" TIMESTAMPTZ(3),
  CONSTRAINT "unknown_transfers_pkey" PRIMARY KEY ("store_id", "provider", "provider_ref")
);
ALTER TABLE "unknown_transfers" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "unknown_transfers" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
