/** What is printed of one vendor's part of an order, as addresses name it. */
export const PRINTED_KINDS = ['invoice', 'slip'] as const;
export type PrintedKind = (typeof PRINTED_KINDS)[number];

/** In whose name invoices are issued: the marketplace sells, or each vendor does. */
export const SELLERS_OF_RECORD = ['marketplace', 'vendor'] as const;
export type SellerOfRecord = (typeof SELLERS_OF_RECORD)[number];

/** What a document after an invoice corrects: a refund, what an edit or a cancellation took away, or what an edit added. */
export const CORRECTION_KINDS = ['refund', 'edit', 'added'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

export const FILE_FORMATS = ['html', 'pdf'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Why an invoice cannot be had: it waits for payment, nothing is left of the part, or it is not the viewer's to see. */
export const INVOICE_OBSTACLES = ['unpaid', 'nothing_left', 'marketplace_sells'] as const;
export type InvoiceObstacle = (typeof INVOICE_OBSTACLES)[number];

/** The orders that one file may hold. */
export const MAX_ORDERS = 250;
