-- A reading of all products can be stopped by a person, and goes on where it stood.
ALTER TABLE "product_loads" ADD COLUMN "stopped_at" TIMESTAMPTZ(3);

-- When a product was last read whole (not told of by a webhook): a change whose word was lost within the same second as one
-- that arrived is found by reading once more what was never read since.
ALTER TABLE "products" ADD COLUMN "settled_at" TIMESTAMPTZ(3);
