-- By which folding the names of a store are keyed; null where it has to be looked at. SQL cannot fold as the program does: the
-- program does it once the migrations are applied.
ALTER TABLE stores ADD COLUMN names_folded_by text;
