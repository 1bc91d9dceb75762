-- The reading of the orders from before an installation: first the orders, then their parcels, each gathered by an operation
-- of the platform whose result is written from a place on. "run" counts the workers that took it over.
CREATE TABLE "past_order_loads" (
  "store_id" BIGINT NOT NULL,
  "run" INTEGER NOT NULL,
  "phase" TEXT NOT NULL,
  "operation" TEXT,
  "is_ready" BOOLEAN NOT NULL DEFAULT false,
  "place" BIGINT NOT NULL DEFAULT 0,
  "cursor" TEXT,
  "loaded" INTEGER NOT NULL DEFAULT 0,
  "found" INTEGER NOT NULL DEFAULT 0,
  "total" INTEGER,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "stopped_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "past_order_loads_pkey" PRIMARY KEY ("store_id"),
  CONSTRAINT "past_order_loads_phase" CHECK ("phase" IN ('orders', 'parcels'))
);
ALTER TABLE "past_order_loads" ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON "past_order_loads"
  USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
