-- Wrong guesses made on devices that signed in to the account before; those of everybody else stand in `tries`.
ALTER TABLE user_codes ADD COLUMN "known_tries" INTEGER NOT NULL DEFAULT 0;
