-- When a mail that is not sent yet failed first: it is tried for two days from then.
ALTER TABLE "mails" ADD COLUMN "failing_since" TIMESTAMPTZ(3);
-- What failed is few among what was sent, and is counted by the metrics.
CREATE INDEX "mails_failed_idx" ON "mails" ("store_id", "id") WHERE state = 'failed';
