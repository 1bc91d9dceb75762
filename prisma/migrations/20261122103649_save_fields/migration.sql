-- The specifications that a save writes, from what to what: a repeat of one that broke off does not take another's for its own.
ALTER TABLE "product_saves" ADD COLUMN "fields" JSONB NOT NULL DEFAULT '[]';
