-- Entries of the store that a vendor added for itself. The row is there before the entry, so that no other vendor sees it
-- for a moment.
CREATE TABLE "vendor_entries" (
    "store_id" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "entry_id" BIGINT,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_entries_pkey" PRIMARY KEY ("store_id", "type", "handle")
);
CREATE UNIQUE INDEX "vendor_entries_store_id_entry_id_key" ON "vendor_entries"("store_id", "entry_id");

-- How entries that somebody chose were called, for logs and for entries that are gone.
CREATE TABLE "entry_names" (
    "store_id" BIGINT NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "name" TEXT NOT NULL,

    CONSTRAINT "entry_names_pkey" PRIMARY KEY ("store_id", "entry_id")
);

ALTER TABLE vendor_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_entries USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE entry_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_read ON entry_names FOR SELECT USING (store_id = (SELECT souk_store()) AND (vendor_id IS NULL OR vendor_id = (SELECT souk_vendor())));
CREATE POLICY marketplace_scope ON entry_names USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
