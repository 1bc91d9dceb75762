import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount, money, toDto } from '#app/core/money/money.ts';
import type { Actor } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails, type QueuedMail } from '#app/platform/mails/mails.service.server.ts';
import { supportedLocale } from '#app/platform/mails/sending.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { computeExpiry, decideOffer, type OfferChange, type OfferCommand, type OfferRefusal } from './offer.ts';
import { requestDecision } from './automatic/request-decision.service.server.ts';
import * as repo from './offers.repo.server.ts';
import type { OfferRow } from './offers.repo.server.ts';

/** Makes the invoice of an accepted offer. */
export const OFFER_INVOICE = 'offers.invoice';
/** Ends an offer that nobody answered or paid in time. */
export const OFFER_EXPIRY = 'offers.expire';
/** Reads the draft order of an offer again, after a webhook event about it. */
export const OFFER_REFRESH_DRAFT = 'offers.refreshDraft';

type Parts = Pick<Services, 'clock' | 'jobs'>;

/** Who acts where no person does. */
export const STORE_ACTOR: Actor = { kind: 'platform', id: 'store', name: '', role: 'store' };
export const BUYER_ACTOR: Actor = { kind: 'buyer', id: 'buyer', name: '', role: 'buyer' };

/**
 * Decides a command of an offer that is locked, at the list price that it bears, and writes all that follows: its row, the log, mails and jobs. Throws invalid_state
 * (409) for what the status does not take, invalid_input (422) for a price that it does not.
 */
export async function changeOffer(
  services: Parts,
  tx: SqlTx,
  offer: OfferRow,
  command: OfferCommand,
  actor: Actor,
): Promise<OfferRow> {
  const decided = decideOffer(offer, command);
  if (!decided.ok) throw toError(decided.refusal, offer);
  const { isLate, ...change } = decided.value;
  const at = services.clock.now();
  const isOpen = change.status !== 'rejected' && change.status !== 'completed';
  const written = {
    ...change,
    listedMinor: offer.listedMinor,
    minimumMinor: offer.minimumMinor,
    updatedAt: at,
    ...(isOpen ? { expiresAt: computeExpiry(at) } : {}),
    ...(change.status === 'completed' ? { paidAt: at, paidLate: isLate } : {}),
  };
  await repo.updateOffer(tx, offer.id, written);
  const next: OfferRow = { ...offer, ...written, version: offer.version + 1 };
  await recordOfferEvent(tx, next, actionName(command, decided.value), actor, {
    at,
    ...('rulePercent' in command ? { percent: command.rulePercent } : {}),
  });
  await queueMails(tx, services, mailsAfter(next, command, at));
  if (next.status === 'pending') await requestDecision(services, tx, next, at);
  if (isOpen) await planExpiry(tx, next);
  if (next.status === 'accepted') await planInvoice(services, tx, next.id, 0, at);
  return next;
}

/** Writes an event of an offer into the log; what it says of the buyer is nothing. */
export function recordOfferEvent(
  tx: SqlTx,
  offer: OfferRow,
  event: string,
  actor: Actor,
  { at, ...more }: { at: Date; percent?: number | undefined },
): Promise<void> {
  const price = toDto(money(offer.priceMinor, asCurrency(offer.currency)));
  return recordAudit(tx, [
    {
      subject: 'offer',
      subjectId: String(offer.id),
      vendorId: offer.vendorId,
      action: `offer.${event}`,
      actor,
      detail: { price, quantity: offer.quantity, ...more },
      at,
    },
  ]);
}

/** Plans the end of an offer at its time; a later plan does not take an earlier one back, which then finds nothing to end. */
export function planExpiry(
  tx: SqlTx,
  { id, version, expiresAt }: Pick<OfferRow, 'id' | 'version' | 'expiresAt'>,
): Promise<void> {
  const payload = { offerId: String(id) };
  return scheduleJob(tx, { kind: OFFER_EXPIRY, key: `${id}/${version}`, payload, dueAt: expiresAt });
}

/** Plans one step towards the invoice of an accepted offer; each has a key of its own. */
export function planInvoice(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  offerId: bigint,
  step: number,
  dueAt: Date,
): Promise<void> {
  services.jobs.wakeAfterCommit(tx, 'due');
  const payload = { offerId: String(offerId), step };
  return scheduleJob(tx, { kind: OFFER_INVOICE, key: `${offerId}/${step}`, payload, dueAt });
}

/** Plans a look at the offer of a draft order that the platform told of; drafts of others are no concern of ours. */
export async function planDraftRefresh(services: Parts, tx: SqlTx, draftId: bigint): Promise<void> {
  const offerId = await repo.findIdByDraft(tx, draftId);
  if (offerId === undefined) return;
  await services.jobs.enqueue(tx, OFFER_REFRESH_DRAFT, { offerId: String(offerId) }, { key: String(offerId) });
}

/** A mail to the buyer; none where the address was erased. */
export function buyerMail(
  template: 'offer-received' | 'offer-rejected',
  { id, version, email, locale }: Pick<OfferRow, 'id' | 'version' | 'email' | 'locale'>,
  at: Date,
): QueuedMail[] {
  if (email === null) return [];
  return [
    {
      dedupeKey: `${template}:${id}:${version}`,
      template,
      audience: { kind: 'address', address: email },
      params: { offerId: String(id), version },
      locale: supportedLocale(locale),
      dueAt: at,
      createdAt: at,
    },
  ];
}

/** Accepting is mailed with the invoice, once there is one; what the buyer did is known to the buyer, and the seller is asked apart. */
function mailsAfter(offer: OfferRow, command: OfferCommand, at: Date): QueuedMail[] {
  if (offer.status === 'countered') return buyerMail('offer-received', offer, at);
  return offer.status === 'rejected' && command.by !== 'buyer' ? buyerMail('offer-rejected', offer, at) : [];
}

function actionName(command: OfferCommand, { status, rejectedBy, isLate }: OfferChange): string {
  if (status === 'completed') return isLate ? 'paid_late' : 'paid';
  if (rejectedBy === 'expiry') return 'expired';
  if (rejectedBy === 'store') return 'withdrawn';
  if ('rulePercent' in command) return `${status}_automatically`;
  return command.action === 'counter' ? 'countered' : status;
}

function toError(refusal: OfferRefusal, { currency }: OfferRow): AppError {
  return refusal.kind === 'state' ? stateRefuses(refusal.reason) : priceError('counterOffer', refusal, currency);
}

/** A price outside of its bounds as an issue of its field. */
function priceError(
  path: string,
  { rule: broken, boundMinor }: Extract<OfferRefusal, { kind: 'price' }>,
  currency: string,
): AppError {
  const bound = formatAmount(boundMinor, asCurrency(currency));
  return invalidInput([
    broken === 'too_low'
      ? { path, rule: broken, message: rule('too_low', { minimum: bound }) }
      : { path, rule: broken, message: rule('too_high', { maximum: bound }) },
  ]);
}
