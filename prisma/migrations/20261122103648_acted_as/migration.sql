-- Who deletes a product while we do it at the platform: whoever hears of it first writes the log, also where our own answer was lost.
ALTER TABLE "products" ADD COLUMN "acted_as" JSONB;
