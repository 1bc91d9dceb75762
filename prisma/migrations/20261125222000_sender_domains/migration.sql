-- What the DNS said of the domain that a store's mails come from: whether receivers can tell that they are its own.
CREATE TABLE "sender_domains" (
  "store_id" BIGINT NOT NULL,
  "domain" TEXT NOT NULL,
  "spf" TEXT NOT NULL,
  "dkim" TEXT NOT NULL,
  "dmarc" TEXT NOT NULL,
  "checked_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sender_domains_pkey" PRIMARY KEY ("store_id")
);
ALTER TABLE "sender_domains" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "sender_domains" USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
