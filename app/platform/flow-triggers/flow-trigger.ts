/** What workflows of the platform's Flow can begin with: the handle of each extension, and its name in Flow. */
export const FLOW_TRIGGERS = {
  'souk-vendor-applied': 'Vendor application received',
  'souk-vendor-approved': 'Vendor approved',
  'souk-product-submitted': 'Product submitted',
  'souk-product-changed': 'Product changed after approval',
  'souk-order-late': 'Vendor order late',
  'souk-order-shipped': 'Vendor order shipped',
  'souk-return-requested': 'Return requested',
  'souk-payout-sent': 'Payout sent',
  'souk-payout-failed': 'Payout failed',
  'souk-offer-received': 'Offer received',
  'souk-message-reported': 'Message reported',
  'souk-difference-found': 'Reconciliation difference found',
} as const;
export type FlowTrigger = keyof typeof FLOW_TRIGGERS;
export const FLOW_TRIGGER_HANDLES = Object.keys(FLOW_TRIGGERS) as FlowTrigger[];

/**
 * Something that starts workflows. `vendorId` is whose it is where the subject does not say, as of a part of an order. The same
 * occasion always has the same key.
 */
export type FlowEvent = { trigger: FlowTrigger; subjectId: bigint; vendorId: bigint | null; key: string };
