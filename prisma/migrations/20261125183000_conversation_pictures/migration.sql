-- A message may be a picture. Its file lies in the private folder `messages`; the row of the file is the marketplace's.
ALTER TABLE "conversation_messages"
  ADD COLUMN "picture_key" TEXT,
  ADD COLUMN "picture_width" INTEGER,
  ADD COLUMN "picture_height" INTEGER;
