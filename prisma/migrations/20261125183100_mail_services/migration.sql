-- The service that sends a store's mails to vendors in place of our own mail server. The key is sealed; of the secret in the address
-- to which the service tells bounces, only the hash is kept.
CREATE TABLE "mail_services" (
  "store_id" BIGINT NOT NULL,
  "service" TEXT NOT NULL,
  "sealed_key" TEXT NOT NULL,
  "hint" TEXT NOT NULL,
  "account_name" TEXT NOT NULL,
  "hook_hash" TEXT NOT NULL,
  "hook_id" TEXT NOT NULL,
  "saved_at" TIMESTAMPTZ(3) NOT NULL,
  "problem" TEXT,
  "problem_at" TIMESTAMPTZ(3),
  "accepted_at" TIMESTAMPTZ(3),
  "heard_at" TIMESTAMPTZ(3),
  CONSTRAINT "mail_services_pkey" PRIMARY KEY ("store_id")
);
ALTER TABLE "mail_services" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "mail_services" USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- The service that was given a mail, and when. With the mail still queued, nobody knows whether the service took it.
ALTER TABLE "mails" ADD COLUMN "handed_to" TEXT;
ALTER TABLE "mails" ADD COLUMN "handed_at" TIMESTAMPTZ(3);
-- The newest mail of a template, for previews with real values.
CREATE INDEX "mails_store_id_template_id_idx" ON "mails"("store_id", "template", "id");

-- A wording for one language alone; empty, as all were until now: for all of them.
ALTER TABLE "mail_templates" ADD COLUMN "locale" TEXT NOT NULL DEFAULT '';
ALTER TABLE "mail_templates" DROP CONSTRAINT "mail_templates_pkey", ADD CONSTRAINT "mail_templates_pkey" PRIMARY KEY ("store_id", "template", "locale");
