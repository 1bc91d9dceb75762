ALTER TABLE api_keys
  ADD COLUMN expiry_days INTEGER,
  ADD COLUMN expires_at TIMESTAMPTZ(3),
  ADD COLUMN last_used_from TEXT,
  ADD COLUMN last_used_call TEXT,
  ADD COLUMN networks TEXT[],
  ADD COLUMN replaces_id BIGINT,
  ADD COLUMN ends_at TIMESTAMPTZ(3);
