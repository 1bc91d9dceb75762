-- What buyers, vendors and the marketplace write to one another.
CREATE TABLE "conversations" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "buyer_key" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "customer_id" BIGINT,
    "email" TEXT,
    "buyer_name" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "product_id" BIGINT,
    "product_title" TEXT,
    "order_id" BIGINT,
    "order_name" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "proven_at" TIMESTAMPTZ(3),
    "last_message" TEXT NOT NULL DEFAULT '',
    "last_sender" TEXT NOT NULL DEFAULT 'buyer',
    "last_message_at" TIMESTAMPTZ(3) NOT NULL,
    "buyer_wrote_id" BIGINT NOT NULL DEFAULT 0,
    "seller_wrote_id" BIGINT NOT NULL DEFAULT 0,
    "admin_wrote_id" BIGINT NOT NULL DEFAULT 0,
    "buyer_read_id" BIGINT NOT NULL DEFAULT 0,
    "seller_read_id" BIGINT NOT NULL DEFAULT 0,
    "admin_read_id" BIGINT NOT NULL DEFAULT 0,
    "buyer_mail_at" TIMESTAMPTZ(3),
    "seller_mail_at" TIMESTAMPTZ(3),
    "admin_mail_at" TIMESTAMPTZ(3),
    "masked" INTEGER NOT NULL DEFAULT 0,
    "archived_at" TIMESTAMPTZ(3),
    "reported_at" TIMESTAMPTZ(3),
    "report_note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);
-- One conversation of a buyer with a vendor about a product or an order, whoever begins it at the same moment.
CREATE UNIQUE INDEX "conversations_store_id_vendor_id_buyer_key_subject_key" ON "conversations"("store_id", "vendor_id", "buyer_key", "subject");
CREATE INDEX "conversations_store_id_last_message_at_id_idx" ON "conversations"("store_id", "last_message_at", "id");
CREATE INDEX "conversations_store_id_vendor_id_last_message_at_id_idx" ON "conversations"("store_id", "vendor_id", "last_message_at", "id");
CREATE INDEX "conversations_store_id_email_idx" ON "conversations"("store_id", "email");
CREATE INDEX "conversations_store_id_customer_id_idx" ON "conversations"("store_id", "customer_id");
-- The numbers beside the navigation count these on every page.
CREATE INDEX conversations_vendor_unread ON conversations (store_id, vendor_id)
  WHERE archived_at IS NULL AND greatest(buyer_wrote_id, admin_wrote_id) > seller_read_id;
CREATE INDEX conversations_marketplace_open ON conversations (store_id)
  WHERE archived_at IS NULL AND (reported_at IS NOT NULL OR (buyer_key = 'marketplace' AND seller_wrote_id > admin_read_id));

CREATE TABLE "conversation_messages" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "conversation_id" BIGINT NOT NULL,
    "sender" TEXT NOT NULL,
    "by_marketplace" BOOLEAN NOT NULL DEFAULT false,
    "text" TEXT NOT NULL,
    "masked" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversation_messages_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "conversation_messages_store_id_conversation_id_id_idx" ON "conversation_messages"("store_id", "conversation_id", "id");
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_fkey"
  FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was typed where something of it is masked. Only the marketplace reads it, and the database says so.
CREATE TABLE "conversation_originals" (
    "message_id" BIGINT NOT NULL,
    "store_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "conversation_originals_pkey" PRIMARY KEY ("message_id")
);
CREATE INDEX "conversation_originals_store_id_idx" ON "conversation_originals"("store_id");
ALTER TABLE "conversation_originals" ADD CONSTRAINT "conversation_originals_message_id_fkey"
  FOREIGN KEY ("message_id") REFERENCES "conversation_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Buyers whose messages are dropped, by a hash of what they are known by.
CREATE TABLE "banned_buyers" (
    "store_id" BIGINT NOT NULL,
    "buyer_hash" TEXT NOT NULL,
    "banned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "banned_buyers_pkey" PRIMARY KEY ("store_id", "buyer_hash")
);

ALTER TABLE conversations ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversations USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE conversation_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversation_messages USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE conversation_originals ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON conversation_originals USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE banned_buyers ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON banned_buyers USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
