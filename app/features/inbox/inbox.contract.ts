import type { MoneyDto } from '#app/core/dto.ts';
import type { InboxKind } from './inbox.ts';

/** One row as the list shows it. Times are ISO 8601; the amount is what is on the table for one piece. */
export type InboxRowDto = {
  id: string;
  kind: InboxKind;
  at: string;
  isUnread: boolean;
  vendor: string | null;
  /** Who wrote, by name or address; empty for somebody we cannot name. */
  who: string;
  isOfMarketplace: boolean;
  text: string;
  about: string;
  imageUrl: string | null;
  price: MoneyDto | null;
  quantity: number | null;
  state: string;
};
