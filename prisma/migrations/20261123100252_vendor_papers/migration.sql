-- Monthly papers between the marketplace and its vendors as they were issued: statements, and invoices of one to the other.
CREATE TABLE "vendor_papers" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "month" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "serial" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "issuer" JSONB NOT NULL,
    "recipient" JSONB NOT NULL,
    "content" JSONB NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_papers_pkey" PRIMARY KEY ("id")
);
-- A month has one statement and one invoice (or credit note) in each currency.
CREATE UNIQUE INDEX "vendor_papers_store_id_vendor_id_month_currency_family_key" ON "vendor_papers"("store_id", "vendor_id", "month", "currency", "family");
-- No number is given twice.
CREATE UNIQUE INDEX "vendor_papers_store_id_vendor_id_kind_year_serial_key" ON "vendor_papers"("store_id", "vendor_id", "kind", "year", "serial");

-- The last number of each series. The row is held until the paper is written, so that no number is lost.
CREATE TABLE "vendor_paper_counters" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "vendor_paper_counters_pkey" PRIMARY KEY ("store_id", "vendor_id", "kind", "year")
);

ALTER TABLE vendor_papers ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON vendor_papers USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
CREATE POLICY vendor_read ON vendor_papers FOR SELECT
  USING (store_id = (SELECT souk_store()) AND vendor_id = (SELECT souk_vendor()));
ALTER TABLE vendor_paper_counters ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON vendor_paper_counters USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
