-- What an admin does to an order at the platform, noted before it is sent: its id is the platform's idempotency key. One at a time.
CREATE TABLE "order_acts" (
    "id" UUID NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "known_refunds" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "result" TEXT,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_acts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "order_acts_open_key" ON "order_acts"("store_id", "order_id") WHERE "state" = 'noted';

-- What the platform says of a return, one row for each vendor whose lines are in it (owner 0: the marketplace's own lines).
CREATE TABLE "order_returns" (
    "store_id" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,
    "owner_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "order_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "decline_reason" TEXT,
    "decline_note" TEXT,
    "lines" JSONB NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_returns_pkey" PRIMARY KEY ("store_id", "id", "owner_id")
);
CREATE INDEX "order_returns_store_id_order_id_idx" ON "order_returns"("store_id", "order_id");

ALTER TABLE order_acts ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON order_acts USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE order_returns ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_returns USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
