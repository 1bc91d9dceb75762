-- Addresses that mail servers refused for good, or whose owners complained: they get nothing but mails that are always sent.
CREATE TABLE "mail_suppressions" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "email" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  -- What the mail server or the admin said about it.
  "detail" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "mail_suppressions_store_id_email_key" ON "mail_suppressions"("store_id", "email");
CREATE INDEX "mail_suppressions_store_id_created_at_id_idx" ON "mail_suppressions"("store_id", "created_at", "id");
ALTER TABLE "mail_suppressions" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "mail_suppressions" USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- Notices that a person does not want, by the address they go to.
CREATE TABLE "mail_opt_outs" (
  "store_id" BIGINT NOT NULL,
  "email" TEXT NOT NULL,
  "notice" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "mail_opt_outs_pkey" PRIMARY KEY ("store_id", "email", "notice")
);
ALTER TABLE "mail_opt_outs" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "mail_opt_outs" USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- Why a mail was held back is a key from now on, which screens put into words.
UPDATE "mails" SET error = CASE error WHEN 'mails are switched off' THEN 'mails_off' ELSE 'store_uninstalled' END WHERE state = 'suppressed';
CREATE INDEX "mails_unsent" ON "mails"("store_id", "id") WHERE state IN ('suppressed', 'failed');
