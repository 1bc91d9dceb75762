-- When a label's package was delivered, for the time that a vendor's deliveries take.
ALTER TABLE "shipping_labels" ADD COLUMN "delivered_at" TIMESTAMPTZ(3);
CREATE INDEX "shipping_labels_store_id_transaction_id_idx" ON "shipping_labels"("store_id", "transaction_id");
