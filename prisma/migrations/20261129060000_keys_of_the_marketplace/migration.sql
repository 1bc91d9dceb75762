-- No vendor: the marketplace's own.
ALTER TABLE api_keys
  ALTER COLUMN vendor_id DROP NOT NULL;
ALTER TABLE assistant_grants
  ALTER COLUMN vendor_id DROP NOT NULL;
