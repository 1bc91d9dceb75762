-- The store's customer who made an offer, where the platform vouched for one; null for a guest, whom an address alone names.
ALTER TABLE offers ADD COLUMN customer_id bigint;
