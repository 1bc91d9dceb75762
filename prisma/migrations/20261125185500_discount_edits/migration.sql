-- When a change was asked of the store that is not confirmed yet: what differs there until then was changed here.
ALTER TABLE "discounts" ADD COLUMN "edit_asked_at" TIMESTAMPTZ(3);
