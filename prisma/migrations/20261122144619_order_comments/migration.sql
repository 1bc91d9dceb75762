-- What a vendor and the marketplace write to each other about the vendor's part of an order. Append-only.
CREATE TABLE "order_comments" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "order_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "author" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "order_comments_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "order_comments_store_id_order_id_id_idx" ON "order_comments"("store_id", "order_id", "id");
ALTER TABLE "order_comments" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "order_comments" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
CREATE TRIGGER order_comments_append_only BEFORE UPDATE OR DELETE ON order_comments
  FOR EACH ROW EXECUTE FUNCTION souk_refuse_note_change();
