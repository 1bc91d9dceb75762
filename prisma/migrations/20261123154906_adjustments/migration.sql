-- What an admin corrects in what vendors are owed: corrections, goodwill that a vendor bears, chargebacks. Undone once at most, never deleted.
CREATE TABLE "adjustments" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "kind" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "vendor_minor" BIGINT NOT NULL,
    "note" TEXT,
    "made_by" JSONB NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "transaction_id" BIGINT,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" JSONB,
    "undo_note" TEXT,
    "undo_transaction_id" BIGINT,

    CONSTRAINT "adjustments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "adjustments_amounts_check" CHECK (CASE kind
      WHEN 'correction' THEN vendor_id IS NOT NULL AND amount_minor <> 0 AND vendor_minor = amount_minor
      WHEN 'goodwill' THEN vendor_id IS NOT NULL AND amount_minor > 0 AND vendor_minor = -amount_minor
      WHEN 'chargeback' THEN amount_minor > 0 AND vendor_minor BETWEEN -amount_minor AND 0 AND (vendor_id IS NULL) = (vendor_minor = 0)
      ELSE false END),
    CONSTRAINT "adjustments_undone_check" CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE INDEX "adjustments_store_id_order_id_id_idx" ON "adjustments"("store_id", "order_id", "id");
-- A transaction is told with the note of what it was for.
CREATE UNIQUE INDEX "adjustments_store_id_transaction_id_key" ON "adjustments"("store_id", "transaction_id");
CREATE UNIQUE INDEX "adjustments_store_id_undo_transaction_id_key" ON "adjustments"("store_id", "undo_transaction_id");

ALTER TABLE adjustments ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON adjustments USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
CREATE TRIGGER adjustments_kept BEFORE DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION souk_refuse_change();

-- What of posted_minor corrections and chargebacks posted: whoever settles the order anew adds it to what the order brings.
ALTER TABLE "vendor_orders" ADD COLUMN "adjusted_minor" BIGINT NOT NULL DEFAULT 0;
