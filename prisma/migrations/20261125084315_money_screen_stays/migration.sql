-- The switch of the merged view had no effect so far and was stored as on beside other switches. Nobody chose it, so the money
-- screen stays where it is until somebody does.
UPDATE store_settings SET value = jsonb_set(value::jsonb, '{useFinanceV2}', '{"enabled": false}')
WHERE slice = 'features' AND value::jsonb -> 'useFinanceV2' ->> 'enabled' = 'true';
