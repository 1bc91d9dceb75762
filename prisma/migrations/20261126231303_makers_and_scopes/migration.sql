-- Who made what acts later in a vendor's name, what a key was given, and whose a spreadsheet is. A maker of NULL is one that the
-- version before did not write: the vendor's first manager stands for it. Scopes of NULL are everything but what costs money.
ALTER TABLE "api_keys" ADD COLUMN "maker" TEXT, ADD COLUMN "scopes" TEXT[];
ALTER TABLE "sheet_connections" ADD COLUMN "maker" TEXT;
ALTER TABLE "shop_connections" ADD COLUMN "maker" TEXT;

-- One vendor of all stores has a spreadsheet: the key is looked at beyond what row-level security shows.
CREATE TABLE "sheet_owners" (
    "sheet_id" TEXT NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    CONSTRAINT "sheet_owners_pkey" PRIMARY KEY ("sheet_id")
);
CREATE INDEX "sheet_owners_store_id_vendor_id_idx" ON "sheet_owners"("store_id", "vendor_id");
ALTER TABLE sheet_owners ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_owners USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- What is connected stays connected; of several vendors with one spreadsheet, it is the first one's.
INSERT INTO sheet_owners (sheet_id, store_id, vendor_id)
  SELECT sheet_id, store_id, vendor_id FROM sheet_connections ORDER BY connected_at, store_id, vendor_id ON CONFLICT DO NOTHING;

-- Makers as far as the log knows them.
UPDATE shop_connections SET maker = connected_by WHERE connected_by ~ '^(person|staff):\d{1,30}$';
UPDATE sheet_connections c SET maker = (
  SELECT (e.actor ->> 'kind') || ':' || (e.actor ->> 'id') FROM audit_events e
  WHERE e.store_id = c.store_id AND e.subject = 'settings' AND e.subject_id = 'sheets' AND e.action = 'sheet.connected'
    AND e.vendor_id = c.vendor_id AND e.at = c.connected_at AND e.actor ->> 'kind' IN ('person', 'staff')
  ORDER BY e.id DESC LIMIT 1);
UPDATE api_keys k SET maker = (
  SELECT (e.actor ->> 'kind') || ':' || (e.actor ->> 'id') FROM audit_events e
  WHERE e.store_id = k.store_id AND e.subject = 'settings' AND e.subject_id = 'api-keys' AND e.action = 'api_key.created'
    AND e.vendor_id = k.vendor_id AND e.at = k.created_at AND e.detail -> 'title' ->> 1 = k.name
    AND e.actor ->> 'kind' IN ('person', 'staff')
  ORDER BY e.id DESC LIMIT 1)
WHERE revoked_at IS NULL;
