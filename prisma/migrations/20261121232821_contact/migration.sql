-- What visitors of the store wrote to the marketplace and to vendors, and who wants to hear from the marketplace.
CREATE TABLE "contact_messages" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "kind" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL DEFAULT '',
    "fields" JSONB NOT NULL DEFAULT '[]',
    "search_text" TEXT NOT NULL DEFAULT '',
    "asked_for" TEXT,
    "digest" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_messages_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "contact_messages_store_id_received_at_id_idx" ON "contact_messages"("store_id", "received_at", "id");
CREATE INDEX "contact_messages_store_id_vendor_id_received_at_id_idx" ON "contact_messages"("store_id", "vendor_id", "received_at", "id");
CREATE INDEX "contact_messages_store_id_email_idx" ON "contact_messages"("store_id", "email");
CREATE INDEX "contact_messages_store_id_digest_idx" ON "contact_messages"("store_id", "digest");
-- The number beside the navigation counts these on every page.
CREATE INDEX contact_messages_unread ON contact_messages (store_id, vendor_id) WHERE read_at IS NULL AND archived_at IS NULL;

CREATE TABLE "subscribers" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "email" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "mails" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "subscribers_store_id_email_key" ON "subscribers"("store_id", "email");
CREATE INDEX "subscribers_store_id_created_at_id_idx" ON "subscribers"("store_id", "created_at", "id");

ALTER TABLE contact_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON contact_messages USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE subscribers ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON subscribers USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
