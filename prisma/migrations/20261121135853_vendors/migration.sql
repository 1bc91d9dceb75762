-- A vendor that is getting another name, and vendors' public pages.
CREATE TABLE "vendor_renames" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "old_name" TEXT NOT NULL,
    "new_name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "rewritten" INTEGER NOT NULL DEFAULT 0,
    "trouble" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "started_by" TEXT NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "vendor_renames_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "vendor_renames_store_id_vendor_id_id_idx" ON "vendor_renames"("store_id", "vendor_id", "id");
-- A vendor gets one name at a time.
CREATE UNIQUE INDEX vendor_renames_running ON vendor_renames (store_id, vendor_id) WHERE state = 'running';

CREATE TABLE "vendor_pages" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "live" JSONB,
    "draft" JSONB,
    "approved" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "submitted_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "collection_id" BIGINT,
    "collection_handle" TEXT,
    "shown_version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "vendor_pages_pkey" PRIMARY KEY ("store_id", "vendor_id")
);

ALTER TABLE vendor_renames ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON vendor_renames USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE vendor_pages ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_pages USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- A vendor reads its own older names; only the marketplace writes them, because a name decides whose an order is.
DROP POLICY store_scope ON vendor_aliases;
CREATE POLICY alias_read ON vendor_aliases FOR SELECT
  USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
CREATE POLICY alias_add ON vendor_aliases FOR INSERT WITH CHECK (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
CREATE POLICY alias_change ON vendor_aliases FOR UPDATE USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
CREATE POLICY alias_remove ON vendor_aliases FOR DELETE USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- Finding the products that still carry another name than their vendor's.
CREATE INDEX products_vendor_name ON products (store_id, vendor_id, vendor_name) WHERE deleted_at IS NULL;

-- Names are compared with look-alike spaces made one plain blank. Keys that were stored before follow, unless another vendor
-- has the key already.
UPDATE vendors v SET key = tidy.key
FROM (SELECT store_id, id, btrim(regexp_replace(regexp_replace(key, '[\u200b-\u200d\u2060\ufeff\u00ad]', '', 'g'), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')) AS key FROM vendors) tidy
WHERE tidy.store_id = v.store_id AND tidy.id = v.id AND tidy.key <> v.key
  AND NOT EXISTS (SELECT 1 FROM vendors o WHERE o.store_id = v.store_id AND o.key = tidy.key);
