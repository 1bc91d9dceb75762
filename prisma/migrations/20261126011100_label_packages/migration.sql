-- Labels for several packages: how many were quoted, and each package with its tracking number and its refund, in the order of the quote.
ALTER TABLE "shipping_labels" ADD COLUMN "package_count" INTEGER NOT NULL DEFAULT 1;
CREATE TABLE "shipping_label_packages" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "order_id" BIGINT NOT NULL,
  "label_id" BIGINT NOT NULL,
  "position" INTEGER NOT NULL,
  "transaction_id" TEXT NOT NULL,
  "tracking" TEXT,
  "tracking_url" TEXT,
  "tracking_status" TEXT NOT NULL,
  "refund_id" TEXT,
  "refund_status" TEXT,
  CONSTRAINT "shipping_label_packages_pkey" PRIMARY KEY ("store_id", "label_id", "position"),
  CONSTRAINT "shipping_label_packages_refund_check" CHECK (refund_status IN ('open', 'done', 'refused'))
);
CREATE UNIQUE INDEX "shipping_label_packages_store_id_transaction_id_key" ON "shipping_label_packages"("store_id", "transaction_id");
CREATE INDEX "shipping_label_packages_store_id_tracking_idx" ON "shipping_label_packages"("store_id", "tracking");
CREATE INDEX "shipping_label_packages_store_id_order_id_idx" ON "shipping_label_packages"("store_id", "order_id");
ALTER TABLE "shipping_label_packages" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "shipping_label_packages" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
