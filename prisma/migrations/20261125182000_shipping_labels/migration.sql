-- Rates that the shipping provider quoted to a vendor, each for one order where it was asked for one. The destination is kept as a hash.
CREATE TABLE "label_rates" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "rate_id" TEXT NOT NULL,
  "shipment_id" TEXT NOT NULL,
  "order_id" BIGINT,
  "carrier" TEXT NOT NULL,
  "service" TEXT NOT NULL,
  "amount" TEXT NOT NULL,
  "currency" TEXT NOT NULL,
  "own_minor" BIGINT,
  "own_currency" TEXT NOT NULL,
  "days" INTEGER,
  "attributes" JSONB NOT NULL,
  "is_test" BOOLEAN NOT NULL,
  "package_count" INTEGER NOT NULL,
  "units" JSONB NOT NULL,
  "destination_hash" TEXT NOT NULL,
  "quoted_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "label_rates_pkey" PRIMARY KEY ("store_id", "rate_id")
);
CREATE INDEX "label_rates_store_id_vendor_id_quoted_at_idx" ON "label_rates"("store_id", "vendor_id", "quoted_at");
ALTER TABLE "label_rates" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "label_rates" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Labels: recorded before they are bought, one for each rate, so that a lost answer is looked up and never bought again.
CREATE TABLE "shipping_labels" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "order_id" BIGINT NOT NULL,
  "rate_id" TEXT NOT NULL,
  "carrier" TEXT NOT NULL,
  "service" TEXT NOT NULL,
  "amount" TEXT NOT NULL,
  "currency" TEXT NOT NULL,
  "charged_minor" BIGINT,
  "charged_currency" TEXT NOT NULL,
  "is_test" BOOLEAN NOT NULL,
  "units" JSONB NOT NULL,
  "notify" BOOLEAN NOT NULL,
  "status" TEXT NOT NULL,
  "turn" TEXT NOT NULL,
  "working_until" TIMESTAMPTZ(3) NOT NULL,
  "transaction_id" TEXT,
  "tracking" TEXT,
  "tracking_url" TEXT,
  "problem" TEXT,
  "fulfillment_state" TEXT NOT NULL,
  "refund_id" TEXT,
  "adjustment_id" BIGINT,
  "tracking_status" TEXT NOT NULL,
  "bought_by" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "bought_at" TIMESTAMPTZ(3),
  "voided_by" JSONB,
  "voided_at" TIMESTAMPTZ(3),
  CONSTRAINT "shipping_labels_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "shipping_labels_status_check" CHECK (status IN ('buying', 'bought', 'failed', 'voiding', 'voided')),
  CONSTRAINT "shipping_labels_bought_check" CHECK (status IN ('buying', 'failed') OR (transaction_id IS NOT NULL AND bought_at IS NOT NULL))
);
CREATE UNIQUE INDEX "shipping_labels_store_id_rate_id_key" ON "shipping_labels"("store_id", "rate_id");
CREATE INDEX "shipping_labels_store_id_order_id_id_idx" ON "shipping_labels"("store_id", "order_id", "id");
CREATE INDEX "shipping_labels_store_id_tracking_idx" ON "shipping_labels"("store_id", "tracking");
ALTER TABLE "shipping_labels" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "shipping_labels" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- The files of labels, sealed: they name the buyer, so they are erased with the buyer.
CREATE TABLE "shipping_label_files" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "order_id" BIGINT NOT NULL,
  "label_id" BIGINT NOT NULL,
  "sealed" BYTEA NOT NULL,
  CONSTRAINT "shipping_label_files_pkey" PRIMARY KEY ("store_id", "label_id")
);
CREATE INDEX "shipping_label_files_store_id_order_id_idx" ON "shipping_label_files"("store_id", "order_id");
ALTER TABLE "shipping_label_files" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "shipping_label_files" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- What a label cost that the marketplace paid for a vendor is an adjustment of the vendor's order.
ALTER TABLE "adjustments" DROP CONSTRAINT "adjustments_amounts_check";
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_amounts_check" CHECK (CASE kind
  WHEN 'correction' THEN vendor_id IS NOT NULL AND amount_minor <> 0 AND vendor_minor = amount_minor
  WHEN 'goodwill' THEN vendor_id IS NOT NULL AND amount_minor > 0 AND vendor_minor = -amount_minor
  WHEN 'label' THEN vendor_id IS NOT NULL AND amount_minor > 0 AND vendor_minor = -amount_minor
  WHEN 'chargeback' THEN amount_minor > 0 AND vendor_minor BETWEEN -amount_minor AND 0 AND (vendor_id IS NULL) = (vendor_minor = 0)
  ELSE false END);
