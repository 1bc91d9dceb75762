-- In which batch a label was bought, so that work that was cut off finds it again; empty for one that was bought by itself.
ALTER TABLE "shipping_labels" ADD COLUMN "batch_id" BIGINT;
CREATE INDEX "shipping_labels_store_id_batch_id_idx" ON "shipping_labels"("store_id", "batch_id");
