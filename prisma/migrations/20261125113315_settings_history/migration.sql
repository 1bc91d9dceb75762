-- The history of settings is read newest first among much that is no setting.
CREATE INDEX audit_events_settings ON audit_events (store_id, id DESC) WHERE subject = 'settings';

-- The switch that shows vendors' fields in the storefront had no effect before: what was shown goes on being shown.
UPDATE store_settings SET value = jsonb_set(value::jsonb, '{display}', '{"enabled": true}') WHERE slice = 'features';
