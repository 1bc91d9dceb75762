-- Buttons that the marketplace puts beside a conversation, each of which calls an address of another program when it is pressed.
CREATE TABLE "conversation_ctas" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "conversation_id" BIGINT NOT NULL,
    "label" TEXT NOT NULL,
    "callback_url" TEXT NOT NULL,
    "redirect" TEXT,
    "variant" TEXT NOT NULL,
    "prompt_title" TEXT,
    "prompt_confirm" TEXT,
    -- Signs what is sent to the address; sealed.
    "secret" TEXT NOT NULL,
    "press_id" TEXT,
    "pressed_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversation_ctas_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "conversation_ctas_store_id_conversation_id_id_idx" ON "conversation_ctas"("store_id", "conversation_id", "id");
ALTER TABLE "conversation_ctas" ADD CONSTRAINT "conversation_ctas_conversation_id_fkey"
  FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE conversation_ctas ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversation_ctas USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
