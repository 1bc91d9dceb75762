-- How many products a vendor may offer, archived ones not counted; null is no limit.
ALTER TABLE "vendors" ADD COLUMN "listing_limit" INTEGER CHECK ("listing_limit" >= 0);

-- Places that are taken by products that are on their way: the platform is asked after the place was taken, so that the last
-- one is given once. A place that nobody came back to is free again after a while.
CREATE TABLE "listing_places" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "product_id" BIGINT,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_places_pkey" PRIMARY KEY ("store_id", "vendor_id", "key")
);

ALTER TABLE listing_places ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON listing_places USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
