-- What a vendor was owed at any moment is a sum along this index alone; what leaned on its first columns still finds them.
CREATE INDEX "ledger_postings_as_of_idx" ON "ledger_postings"("store_id", "vendor_id", "account", "recorded_at", "currency", "amount_minor");
DROP INDEX "ledger_postings_store_id_vendor_id_account_idx";
