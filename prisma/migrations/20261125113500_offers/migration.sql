-- What buyers offer for variants of vendors, and what became of it.
CREATE TABLE "offers" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "variant_id" BIGINT NOT NULL,
    "product_title" TEXT NOT NULL,
    "variant_title" TEXT NOT NULL,
    "image_url" TEXT,
    "email" TEXT,
    "locale" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "listed_minor" BIGINT NOT NULL,
    "minimum_minor" BIGINT NOT NULL,
    "buyer_minor" BIGINT NOT NULL,
    "price_minor" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "rejected_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "draft_key" TEXT NOT NULL,
    "draft_sent_at" TIMESTAMPTZ(3),
    "draft_id" BIGINT,
    "invoice_url" TEXT,
    "order_id" BIGINT,
    "order_name" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "paid_late" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "offers_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "offers_store_id_created_at_id_idx" ON "offers"("store_id", "created_at", "id");
CREATE INDEX "offers_store_id_vendor_id_created_at_id_idx" ON "offers"("store_id", "vendor_id", "created_at", "id");
CREATE INDEX "offers_store_id_draft_id_idx" ON "offers"("store_id", "draft_id");
CREATE INDEX "offers_store_id_email_idx" ON "offers"("store_id", "email");
CREATE UNIQUE INDEX "offers_store_id_draft_key_key" ON "offers"("store_id", "draft_key");
-- One open offer of an address for a variant, whoever asks at the same moment.
CREATE UNIQUE INDEX offers_one_open ON offers (store_id, email, variant_id) WHERE status IN ('pending', 'countered', 'accepted');
-- The number beside the navigation counts these on every page.
CREATE INDEX offers_pending ON offers (store_id, vendor_id) WHERE status = 'pending';

ALTER TABLE offers ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON offers USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
