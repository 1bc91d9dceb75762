-- Stores that are installed begin to look for the hour of their daily summary; a moment of the past is due at once.
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'digest.look', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL;
