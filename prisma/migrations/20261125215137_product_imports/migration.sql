-- Tables of products that people upload: the import, its rows, and the products that the rows make or change.
CREATE TABLE "product_imports" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "filename" TEXT NOT NULL,
    "upload_key" TEXT NOT NULL,
    "encoding" TEXT NOT NULL,
    "headers" TEXT[] NOT NULL,
    "row_count" INTEGER NOT NULL,
    "mapping" JSONB,
    "for_vendor" TEXT,
    "locale" TEXT,
    "batch_id" BIGINT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    CONSTRAINT "product_imports_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "product_imports_store_id_upload_key_key" ON "product_imports"("store_id", "upload_key");
CREATE INDEX product_imports_newest ON product_imports (store_id, vendor_id, id);

CREATE TABLE "product_import_rows" (
    "store_id" BIGINT NOT NULL,
    "import_id" BIGINT NOT NULL REFERENCES product_imports(id) ON DELETE CASCADE,
    "line" INTEGER NOT NULL,
    "vendor_id" BIGINT,
    "cells" TEXT[] NOT NULL,
    "issues" JSONB,
    CONSTRAINT "product_import_rows_pkey" PRIMARY KEY ("import_id", "line")
);

CREATE TABLE "product_import_items" (
    "store_id" BIGINT NOT NULL,
    "import_id" BIGINT NOT NULL REFERENCES product_imports(id) ON DELETE CASCADE,
    "position" INTEGER NOT NULL,
    "vendor_id" BIGINT,
    "title" TEXT NOT NULL,
    "seller" TEXT NOT NULL,
    "product_id" BIGINT,
    "lines" INTEGER[] NOT NULL,
    "outcome" TEXT,
    "issues" JSONB,
    CONSTRAINT "product_import_items_pkey" PRIMARY KEY ("import_id", "position")
);

ALTER TABLE product_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_imports USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE product_import_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_import_rows USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE product_import_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_import_items USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
