-- The sign-ins of somebody that were ended one by one: their sessions hold for minutes yet, and are refused by these names.
ALTER TABLE "users" ADD COLUMN "ended_sessions" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "store_staff" ADD COLUMN "ended_sessions" TEXT[] NOT NULL DEFAULT '{}';
