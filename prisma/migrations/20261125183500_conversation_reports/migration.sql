-- Either side reports a conversation to the marketplace: one open report a side.
CREATE TABLE "conversation_reports" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "conversation_id" BIGINT NOT NULL,
    "side" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversation_reports_pkey" PRIMARY KEY ("conversation_id", "side")
);
ALTER TABLE "conversation_reports" ADD CONSTRAINT "conversation_reports_conversation_id_fkey"
  FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- A vendor reads what it reported itself, never what its buyer did.
ALTER TABLE conversation_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversation_reports USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor()) AND side = 'seller')));

INSERT INTO conversation_reports (store_id, vendor_id, conversation_id, side, note, reported_at)
  SELECT store_id, vendor_id, id, 'seller', coalesce(report_note, ''), reported_at FROM conversations WHERE reported_at IS NOT NULL;
ALTER TABLE "conversations" DROP COLUMN "report_note";
