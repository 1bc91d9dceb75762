-- A save of a product that was begun at the platform and whose end is not known: the next one looks here before it says that
-- somebody else changed the product, and moves stock by the plan that was made, so that nothing is moved twice.
CREATE TABLE "product_saves" (
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "stock_plan" JSONB NOT NULL DEFAULT '[]',
    "begun_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_saves_pkey" PRIMARY KEY ("store_id", "product_id")
);

ALTER TABLE product_saves ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON product_saves USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
