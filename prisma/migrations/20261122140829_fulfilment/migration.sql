-- What a vendor is sending at this moment: noted before the platform is asked, so that a repeat after a lost answer looks for
-- the parcels that were made, and so that nobody ships the same items twice at once. The row is gone once the outcome is known.
CREATE TABLE "parcel_sends" (
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "hash" TEXT,
    "pieces" JSONB,
    "known" JSONB,
    "working_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "parcel_sends_pkey" PRIMARY KEY ("store_id", "order_id", "vendor_id")
);
ALTER TABLE parcel_sends ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON parcel_sends USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- What of a vendor's order must not be shipped for now, as the store's fulfilment orders say. A note is kept of the vendor's
-- own holds only: what the store writes on one may speak of the whole order.
CREATE TABLE "order_holds" (
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "lines" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT,
    "by_vendor" BOOLEAN NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_holds_pkey" PRIMARY KEY ("store_id", "order_id", "vendor_id")
);
ALTER TABLE order_holds ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_holds USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Parcels that were made here; those of the store and of other apps are the store's to change.
ALTER TABLE "fulfilments" ADD COLUMN "by_app" BOOLEAN NOT NULL DEFAULT false;
UPDATE fulfilments f SET by_app = true FROM audit_events a
WHERE a.store_id = f.store_id AND a.vendor_id = f.vendor_id AND a.subject = 'order' AND a.action = 'fulfilled'
  AND a.detail->'parcels' ? f.id::text;

-- Which of the reminders 1 to 3 went out (bits 1, 2, 4), and which were due while there was nothing to remind of yet.
ALTER TABLE "vendor_orders"
  ADD COLUMN "reminders_sent" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "reminders_waited" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX vendor_orders_to_remind ON vendor_orders (store_id, ordered_at)
  WHERE NOT historical AND reminders_sent < 7 AND fulfilment IN ('unfulfilled', 'partially_fulfilled');

-- Orders that are open when this arrives are not reminded of: their sellers were never told that they would be.
UPDATE vendor_orders SET reminders_sent = 7 WHERE fulfilment IN ('unfulfilled', 'partially_fulfilled');

-- Stores that were installed before look for their first reminders at once; new ones begin with their installation.
INSERT INTO due_work (store_id, kind, key, payload, due_at)
SELECT id, 'orders.remind', 'first', '{}'::jsonb, now() FROM stores WHERE uninstalled_at IS NULL
ON CONFLICT DO NOTHING;
