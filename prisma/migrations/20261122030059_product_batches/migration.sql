-- What somebody asked to be done with several products at once: it goes on without them, and they find again how far it came.
CREATE TABLE "product_batches" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "action" TEXT NOT NULL,
    "note" TEXT,
    "tags" TEXT[] NOT NULL DEFAULT '{}',
    "asker" JSONB NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "trouble" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "put_away_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_batches_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "product_batches_store_id_vendor_id_id_idx" ON "product_batches"("store_id", "vendor_id", "id");

CREATE TABLE "product_batch_items" (
    "store_id" BIGINT NOT NULL,
    "batch_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "refusal" JSONB,

    CONSTRAINT "product_batch_items_pkey" PRIMARY KEY ("batch_id","product_id"),
    CONSTRAINT "product_batch_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "product_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE product_batches ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_batches USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE product_batch_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_batch_items USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
