-- A payout that nobody can look up any more is ended by people, who say what became of it: who says so and waits for another person,
-- and what was said in the end.
ALTER TABLE payouts ADD COLUMN end_claim JSONB, ADD COLUMN ended JSONB;
