-- Which admin brought somebody into a vendor last, directly or over people whom they had brought in, and when.
ALTER TABLE users ADD COLUMN "brought_by" JSONB, ADD COLUMN "brought_at" TIMESTAMPTZ(3);
-- By whose invitation a destination waits for another person; null where it does not.
ALTER TABLE payout_methods ADD COLUMN "waits_for" JSONB;
