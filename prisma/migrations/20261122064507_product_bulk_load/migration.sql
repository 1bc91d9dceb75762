-- The reading of all products by operations that the platform runs itself: which they are, since when, and how far what
-- they brought was written. "run" counts the workers that took a reading over, so that an older one sees that it lost it.
ALTER TABLE "product_loads"
  ADD COLUMN "run" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "bulk" JSONB,
  ADD COLUMN "bulk_failures" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "found" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "total" INTEGER,
  ADD COLUMN "told_at" TIMESTAMPTZ(3);
