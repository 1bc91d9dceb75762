-- Until when we are changing a product at the platform ourselves: what it tells meanwhile is our own doing and is logged as such.
ALTER TABLE "products" ADD COLUMN "acted_until" TIMESTAMPTZ(3);
