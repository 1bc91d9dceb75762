-- Packages of a label are voided one by one: each has its own charge, and who asked its money back.
ALTER TABLE "shipping_label_packages" ADD COLUMN "adjustment_id" BIGINT, ADD COLUMN "voided_by" JSONB;
-- The refunds that nobody asked for yet, of labels that are being voided, are asked for by their job.
UPDATE shipping_label_packages p SET refund_status = 'open' FROM shipping_labels l
WHERE l.store_id = p.store_id AND l.id = p.label_id AND l.status = 'voiding' AND p.refund_status IS NULL;
