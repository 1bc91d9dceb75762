-- Which prices of buyers a vendor lets the program accept and decline, in percent of the listed price.
CREATE TABLE "offer_rules" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "accept_percent" INTEGER,
    "decline_percent" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "offer_rules_pkey" PRIMARY KEY ("store_id", "vendor_id"),
    CONSTRAINT "offer_rules_percents" CHECK (
      accept_percent BETWEEN 1 AND 100 AND decline_percent BETWEEN 1 AND 100 AND decline_percent < accept_percent)
);

ALTER TABLE offer_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON offer_rules USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
