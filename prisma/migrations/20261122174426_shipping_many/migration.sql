-- Orders that somebody ships at once: it goes on without them, and they find again how far it came.
CREATE TABLE "fulfil_batches" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "notify" BOOLEAN NOT NULL,
    "unpaid" BOOLEAN NOT NULL,
    "asker" JSONB NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "trouble" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "put_away_at" TIMESTAMPTZ(3),

    CONSTRAINT "fulfil_batches_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "fulfil_batches_store_id_vendor_id_id_idx" ON "fulfil_batches"("store_id", "vendor_id", "id");

CREATE TABLE "fulfil_batch_items" (
    "store_id" BIGINT NOT NULL,
    "batch_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "part_vendor_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "carrier" TEXT,
    "tracking" TEXT,
    "url" TEXT,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "refusal" JSONB,

    CONSTRAINT "fulfil_batch_items_pkey" PRIMARY KEY ("batch_id","order_id","part_vendor_id"),
    CONSTRAINT "fulfil_batch_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "fulfil_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE fulfil_batches ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON fulfil_batches USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE fulfil_batch_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON fulfil_batch_items USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Whose turn it is: a sender that was slow must not end the turn of the one that took it over.
ALTER TABLE "parcel_sends" ADD COLUMN "turn" TEXT NOT NULL DEFAULT '';

-- Which reading of an order's holds is the newest that was begun, and the newest that was written: an older answer that
-- arrives late is dropped.
ALTER TABLE "orders"
  ADD COLUMN "holds_asked" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "holds_read" INTEGER NOT NULL DEFAULT 0;
