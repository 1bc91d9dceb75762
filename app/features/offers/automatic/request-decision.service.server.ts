import { asVendorId } from '#app/core/ids.ts';
import { queueMails, type QueuedMail } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { OfferRow } from '../offers.repo.server.ts';
import { decideAutomatically, NO_RULES } from './automatic-decision.ts';
import { findRules } from './offer-rules.repo.server.ts';

/** Decides an offer by its seller's rules. */
export const OFFER_DECISION = 'offers.decide';

/**
 * Has the seller decide a pending offer: by a job where a rule covers its price, by a mail where none does. The job is bound to the
 * version of the offer, so that it does nothing to one that a person decided first.
 */
export async function requestDecision(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  offer: OfferRow,
  at: Date,
): Promise<void> {
  if (!decideAutomatically(offer, (await findRules(tx, offer.vendorId)) ?? NO_RULES))
    return mailSeller(services, tx, offer, at);
  const payload = { offerId: String(offer.id), version: offer.version };
  await services.jobs.enqueue(tx, OFFER_DECISION, payload, { key: `${offer.id}/${offer.version}` });
}

/** Mails the vendor about a price that a buyer offers, once a version. */
export function mailSeller(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  { id, version, vendorId }: Pick<OfferRow, 'id' | 'version' | 'vendorId'>,
  at: Date,
): Promise<void> {
  const mail: QueuedMail = {
    dedupeKey: `offer-requested:${id}:${version}`,
    template: 'offer-requested',
    audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
    params: { offerId: String(id), version },
    dueAt: at,
    createdAt: at,
  };
  return queueMails(tx, services, [mail]);
}
