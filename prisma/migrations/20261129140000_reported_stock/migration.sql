-- The stock of a variant when the marketplace last looked whether it became low; null where it never looked.
ALTER TABLE variants ADD COLUMN reported_stock integer;
