ALTER TABLE sheet_connections ADD COLUMN accepts_vanished BOOLEAN NOT NULL DEFAULT false;
