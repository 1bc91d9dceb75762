import type { Actor } from '#app/core/viewer.ts';

/** What an audit row is about. */
export type AuditSubject =
  | 'order'
  | 'product'
  | 'catalog_entry'
  | 'vendor'
  | 'application'
  | 'settings'
  | 'transaction'
  | 'payout'
  | 'payout_request'
  | 'commission'
  | 'store'
  | 'user'
  | 'subscriber'
  | 'offer'
  | 'discount'
  | 'conversation';

/** Something that happened. `detail` holds changed fields as {field: [old, new]} or facts; never a buyer's personal data. */
export type AuditEntry = {
  subject: AuditSubject;
  subjectId: string;
  vendorId: bigint | null;
  action: string;
  actor: Actor;
  detail?: object;
  note?: string | null;
  at: Date;
};
