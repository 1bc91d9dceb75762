-- Invoices and credit notes as they were issued: whose part of which order, by whom, under which number, and what they said.
CREATE TABLE "documents" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "refund_id" BIGINT NOT NULL DEFAULT 0,
    "issuer" BIGINT NOT NULL,
    "year" INTEGER NOT NULL,
    "serial" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "seller" JSONB NOT NULL,
    "buyer" JSONB,
    "content" JSONB NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);
-- A part has one invoice, and one credit note for each refund; a refund of 0 stands for none.
CREATE UNIQUE INDEX "documents_store_id_order_id_vendor_id_kind_refund_id_key" ON "documents"("store_id", "order_id", "vendor_id", "kind", "refund_id");
-- No number is given twice.
CREATE UNIQUE INDEX "documents_store_id_issuer_kind_year_serial_key" ON "documents"("store_id", "issuer", "kind", "year", "serial");

-- The last number of each issuer, kind and year. The row is held until the document is written, so that no number is lost.
CREATE TABLE "document_counters" (
    "store_id" BIGINT NOT NULL,
    "issuer" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "document_counters_pkey" PRIMARY KEY ("store_id", "issuer", "kind", "year")
);

-- Who a vendor is on the invoices that are issued in its name.
CREATE TABLE "vendor_billing" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "details" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_billing_pkey" PRIMARY KEY ("store_id", "vendor_id")
);

ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON documents USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
-- What the marketplace issued says by its number how much others sell: a vendor sees what was issued in its own name only.
CREATE POLICY vendor_read ON documents FOR SELECT
  USING (store_id = (SELECT souk_store()) AND vendor_id = (SELECT souk_vendor()) AND issuer = (SELECT souk_vendor()));
ALTER TABLE document_counters ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON document_counters USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE vendor_billing ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_billing USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
