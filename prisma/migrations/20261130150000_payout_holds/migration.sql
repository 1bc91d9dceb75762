-- The marketplace holds what is due to a vendor: since when, what the vendor is told of why, and who decided. Null while it is paid.
ALTER TABLE vendors
  ADD COLUMN payouts_on_hold_since timestamptz(3),
  ADD COLUMN payouts_on_hold_reason text,
  ADD COLUMN payouts_on_hold_by jsonb;
