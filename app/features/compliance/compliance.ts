import { DAY_MS } from '#app/core/durations.ts';

/** What the platform, or an uninstallation, asked of us. */
export const REQUEST_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact', 'app/uninstalled'] as const;
export type RequestTopic = (typeof REQUEST_TOPICS)[number];

/** `ready` waits for an admin to hand an export over; `not_needed` found the store installed again, and nothing was done. */
export const REQUEST_STATES = ['ready', 'completed', 'not_needed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The platform's time limit for all three compliance requests. */
export const DUE_DAYS = 30;
/** How long an export stays after it was handed over. */
export const EXPORT_DAYS = 30;
/** How long raw bodies of deliveries are kept. */
export const BODY_DAYS = 30;
/** How long what visitors wrote is kept; a vendor that needs it longer has it in its mails. */
export const MESSAGE_DAYS = 730;
/** An address that never confirmed is forgotten after this time, one that left after the other. */
export const UNCONFIRMED_DAYS = 30;
export const UNSUBSCRIBED_DAYS = 365;
/** Decided changes of products, as long as their log at least. */
export const DECIDED_CHANGE_DAYS = 400;
/** Decisions on products that took effect or were taken back: whoever sends one twice does so at once. */
export const DECISION_DAYS = 1;
/** How long the answers to checkouts wait for their orders. */
export const QUOTE_DAYS = 60;
/** How long reported usage is kept. */
export const USAGE_DAYS = 90;
/** After this time a file that nothing refers to is deleted. */
export const UNATTACHED_HOURS = 24;
/** Deliveries about a redacted order may still come for this long; what they bring is erased then. */
export const ERASE_AGAIN_DAYS = 3;

export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/** The person whom a request is about, as the platform names them. Ids only are kept with the request. */
export type Person = {
  customerId: bigint | null;
  email: string | null;
  phone: string | null;
  orderIds: readonly bigint[];
};

/** Texts that stand for a person in something that was stored as a whole; short ones would match by chance. */
export function toMarkers(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text && text.trim().length >= 6 ? [text.trim().toLowerCase()] : [])))];
}

/** Whether a stored payload holds one of these numbers as an id, or one of these texts. */
export function isAbout(payload: string, o: { ids: ReadonlySet<string>; markers: readonly string[] }): boolean {
  const folded = payload.toLowerCase();
  if (o.markers.some((marker) => folded.includes(marker))) return true;
  return [...payload.matchAll(/\d{4,19}/g)].some(([digits]) => o.ids.has(digits));
}
