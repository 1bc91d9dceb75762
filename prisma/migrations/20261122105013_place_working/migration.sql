-- Until when a request is taken to be at work on its place: another request for the same thing takes a place of its own meanwhile.
ALTER TABLE "listing_places" ADD COLUMN "working_until" TIMESTAMPTZ(3);
