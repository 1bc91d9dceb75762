-- What programs and screens reported with `POST app/track`: which event, by which vendor's people, never by whom.
CREATE TABLE "usage_events" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT,
  "event" TEXT NOT NULL,
  "properties" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "usage_events_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "usage_events_store_id_created_at_id_idx" ON "usage_events"("store_id", "created_at", "id");
ALTER TABLE "usage_events" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "usage_events" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
