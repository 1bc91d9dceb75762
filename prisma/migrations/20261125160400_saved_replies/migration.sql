-- Texts that a vendor, or the marketplace itself, writes again and again in conversations.
CREATE TABLE "saved_replies" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "saved_replies_pkey" PRIMARY KEY ("id")
);
-- One text under a title of an owner: saving it again replaces it.
CREATE UNIQUE INDEX saved_replies_title ON saved_replies (store_id, coalesce(vendor_id, 0), title);

ALTER TABLE saved_replies ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON saved_replies USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
