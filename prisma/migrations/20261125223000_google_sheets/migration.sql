-- Vendors' spreadsheets at Google: the connection, what became of each row, and what was written.
CREATE TABLE "sheet_connections" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "connected_by" TEXT NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),
    "turn" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3),
    CONSTRAINT "sheet_connections_pkey" PRIMARY KEY ("store_id", "vendor_id")
);

CREATE TABLE "sheet_rows" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "sku" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content_hash" TEXT,
    "stock" TEXT,
    "product_id" BIGINT,
    "outcome" TEXT NOT NULL,
    "refusal" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sheet_rows_pkey" PRIMARY KEY ("store_id", "vendor_id", "sku")
);

CREATE TABLE "sheet_tracking" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "order_name" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "value_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "order_id" BIGINT,
    "fulfillment_ids" BIGINT[] NOT NULL DEFAULT '{}',
    "refusal" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sheet_tracking_pkey" PRIMARY KEY ("store_id", "vendor_id", "order_name", "sku")
);

CREATE TABLE "sheet_order_lines" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "line_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sheet_order_lines_pkey" PRIMARY KEY ("store_id", "vendor_id", "line_id")
);

ALTER TABLE sheet_connections ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_connections USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE sheet_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_rows USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE sheet_tracking ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_tracking USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE sheet_order_lines ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_order_lines USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
