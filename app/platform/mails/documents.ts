/** The documents that are printed, by the specification's names and our own; what each says is in DOCUMENT_VARIABLES. */
export const DOCUMENT_TEMPLATE_NAMES = [
  'doc-customer-invoice',
  'doc-credit-note',
  'doc-packing-slip',
  'doc-vendor-invoice',
  'doc-vendor-statement',
] as const;
export type DocumentTemplateName = (typeof DOCUMENT_TEMPLATE_NAMES)[number];

export function isDocumentTemplate(name: string): name is DocumentTemplateName {
  return (DOCUMENT_TEMPLATE_NAMES as readonly string[]).includes(name);
}

/** The words of the default documents in one language; plain texts. */
export type DocumentWords = Record<
  | 'invoice'
  | 'creditNote'
  | 'packingSlip'
  | 'number'
  | 'issuedOn'
  | 'order'
  | 'orderedOn'
  | 'creditedOn'
  | 'forInvoice'
  | 'taxNumber'
  | 'billTo'
  | 'shipTo'
  | 'soldBy'
  | 'item'
  | 'quantity'
  | 'unitPrice'
  | 'discount'
  | 'tax'
  | 'amount'
  | 'goods'
  | 'shipping'
  | 'net'
  | 'taxIncluded'
  | 'taxAdded'
  | 'total'
  | 'totalCredited'
  | 'note'
  | 'units'
  | 'tracking'
  | 'erased'
  | 'byChannel'
  | 'shippingTax'
  | 'statement'
  | 'provisional'
  | 'provisionalNote'
  | 'month'
  | 'issuer'
  | 'recipient'
  | 'opening'
  | 'closing'
  | 'sales'
  | 'refunds'
  | 'commission'
  | 'other'
  | 'payouts'
  | 'corrections'
  | 'date'
  | 'entry'
  | 'buyerPaid'
  | 'balanceMoved'
  | 'sale'
  | 'refund'
  | 'change'
  | 'payout'
  | 'payoutReturned'
  | 'adjustment'
  | 'chargeback'
  | 'shippingLabel'
  | 'feeCommission'
  | 'feeShipping'
  | 'goodsDelivered'
  | 'netTotal'
  | 'taxOf'
  | 'withheld'
  | 'paidByPayouts'
  | 'givenBack'
  | 'selfBilled'
  | 'selfBilledCredit'
  | 'selfBilledNote'
  | 'reverseCharge'
  | 'corrects',
  string
>;
