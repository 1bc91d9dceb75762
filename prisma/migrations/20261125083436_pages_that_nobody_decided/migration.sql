-- Saving a page used to note a decision of a person called "null". What was really decided stands in the audit trail.
UPDATE vendor_pages p
SET submitted_at = CASE WHEN p.draft IS NOT NULL THEN coalesce(p.submitted_at, p.updated_at) ELSE p.submitted_at END,
  decided_at = (SELECT max(a.at) FROM audit_events a WHERE a.store_id = p.store_id AND a.subject = 'vendor'
    AND a.subject_id = p.vendor_id::text AND a.action IN ('vendor.page.approve', 'vendor.page.unapprove', 'vendor.page.decline')),
  decided_by = (SELECT a.actor ->> 'name' FROM audit_events a WHERE a.store_id = p.store_id AND a.subject = 'vendor'
    AND a.subject_id = p.vendor_id::text AND a.action IN ('vendor.page.approve', 'vendor.page.unapprove', 'vendor.page.decline')
    ORDER BY a.at DESC, a.id DESC LIMIT 1)
WHERE p.decided_by = 'null';
