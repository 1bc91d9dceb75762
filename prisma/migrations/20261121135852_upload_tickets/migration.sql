-- Uploads of people without an account: a short-lived ticket of a store's form, with what was taken on it.
CREATE TABLE "upload_tickets" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "form" TEXT NOT NULL,
    "files" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upload_tickets_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "upload_tickets_token_hash_key" ON "upload_tickets"("token_hash");
CREATE INDEX "upload_tickets_store_id_expires_at_idx" ON "upload_tickets"("store_id", "expires_at");

ALTER TABLE "upload_tickets" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "upload_tickets"
  USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- Whose ticket an upload came on, and where the platform shows the file that was made of it.
ALTER TABLE "uploads" ADD COLUMN "ticket_id" BIGINT;
ALTER TABLE "uploads" ADD COLUMN "src" TEXT;
CREATE INDEX "uploads_store_id_ticket_id_idx" ON "uploads"("store_id", "ticket_id");
