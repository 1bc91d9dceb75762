-- What vendors want to change on live products and the marketplace has not decided on yet, and how it decided.
CREATE TABLE "product_changes" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "product_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "fields" JSONB NOT NULL,
    "decided" JSONB NOT NULL DEFAULT '[]',
    "claimed_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "product_changes_store_id_state_id_idx" ON "product_changes"("store_id", "state", "id");
CREATE INDEX "product_changes_store_id_vendor_id_state_id_idx" ON "product_changes"("store_id", "vendor_id", "state", "id");
CREATE INDEX "product_changes_store_id_product_id_id_idx" ON "product_changes"("store_id", "product_id", "id");
-- A product has one change that waits: a further save merges into it.
CREATE UNIQUE INDEX product_changes_open ON product_changes (store_id, product_id) WHERE state = 'open';

-- The prices from which a tolerance is measured, so that many small steps are one big one.
CREATE TABLE "product_price_bases" (
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "prices" JSONB NOT NULL,

    CONSTRAINT "product_price_bases_pkey" PRIMARY KEY ("store_id","product_id")
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['product_changes', 'product_price_bases'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY vendor_scope ON %I USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())))', t);
  END LOOP;
END $$;
