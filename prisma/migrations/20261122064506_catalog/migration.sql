-- The entries of the marketplace's catalogue, against which vendors offer. The store has a copy of each as a metaobject.
CREATE TABLE "catalog_entries" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "picture_url" TEXT NOT NULL DEFAULT '',
    "product_type" TEXT NOT NULL DEFAULT '',
    "barcode" TEXT NOT NULL DEFAULT '',
    "price_min_minor" BIGINT,
    "price_max_minor" BIGINT,
    "active" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "search_text" TEXT NOT NULL,
    "metaobject_id" BIGINT,
    "shown_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_entries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "catalog_entries_store_id_active_updated_at_id_idx" ON "catalog_entries"("store_id", "active", "updated_at", "id");

-- Which product is a vendor's offer of an entry. The row is there before the product, so that no two are made.
CREATE TABLE "catalog_offers" (
    "store_id" BIGINT NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "product_id" BIGINT,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_offers_pkey" PRIMARY KEY ("store_id", "entry_id", "vendor_id")
);
CREATE UNIQUE INDEX "catalog_offers_store_id_product_id_key" ON "catalog_offers"("store_id", "product_id");
ALTER TABLE "catalog_offers" ADD CONSTRAINT "catalog_offers_entry_id_fkey"
  FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Entries are the marketplace's to write and every vendor's to read.
ALTER TABLE catalog_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_read ON catalog_entries FOR SELECT USING (store_id = (SELECT souk_store()));
CREATE POLICY marketplace_scope ON catalog_entries USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE catalog_offers ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON catalog_offers USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
