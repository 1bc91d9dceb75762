-- Where the marketplace transfers what it pays a vendor manually, encrypted by the program.
CREATE TABLE "bank_accounts" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "sealed" TEXT NOT NULL,
    "details_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "waits_for" JSONB,

    CONSTRAINT "bank_accounts_pkey" PRIMARY KEY ("store_id","vendor_id")
);

ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON bank_accounts USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
