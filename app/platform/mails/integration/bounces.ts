import { z } from 'zod';
import { readEmailAddress } from '#app/core/text/email-address.ts';
import { formatDetail } from '../suppressions/suppression.ts';

/** So many events one delivery may hold. */
const MAX_EVENTS = 1_000;

const eventSchema = z.object({
  event: z.string().max(60),
  email: z.string().max(1_000),
  reason: z.string().max(10_000).optional().catch(undefined),
});
/** Brevo sends one event, or several of them in a list. */
const bodySchema = z.union([z.array(eventSchema).max(MAX_EVENTS), eventSchema.transform((one) => [one])]);

/** What an event says of an address: that it takes no mail, that its owner complained, or that they want no reminders. */
export type AddressEvent = { email: string; kind: 'bounce' | 'complaint' | 'left'; detail: string };

const KINDS: Readonly<Partial<Record<string, AddressEvent['kind']>>> = {
  hard_bounce: 'bounce',
  hardbounce: 'bounce',
  invalid_email: 'bounce',
  invalid: 'bounce',
  spam: 'complaint',
  complaint: 'complaint',
  unsubscribed: 'left',
};

/** The events of a delivery that say something of an address, each address once a kind; undefined where it is no delivery of Brevo's. */
export function readBounces(body: string): AddressEvent[] | undefined {
  const read = bodySchema.safeParse(readJson(body));
  if (!read.success) return undefined;
  const found = new Map<string, AddressEvent>();
  for (const { event, email: given, reason } of read.data) {
    const kind = Object.hasOwn(KINDS, event.toLowerCase()) ? KINDS[event.toLowerCase()] : undefined;
    const email = readEmailAddress(given);
    if (!kind || email === undefined || found.has(`${kind} ${email}`)) continue;
    found.set(`${kind} ${email}`, { email, kind, detail: formatDetail(`Brevo: ${reason ?? event}`) });
  }
  return [...found.values()];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
