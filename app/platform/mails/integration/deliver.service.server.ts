import { openBrevo } from '#app/adapters/mail-services/brevo.server.ts';
import { openKlaviyo } from '#app/adapters/mail-services/klaviyo.server.ts';
import type { OutgoingMail } from '#app/adapters/mail/mailer.server.ts';
import { MailServiceProblem, type MailService } from '#app/core/mail-service.ts';
import { hmacSha256 } from '#app/server/crypto.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { MailTemplateName } from '../mail.ts';
import * as mails from '../mails.repo.server.ts';
import {
  afterUnconfirmed,
  afterProblem,
  eventProperties,
  isPaused,
  isServiceMail,
  findProblem,
} from './integration.ts';
import * as repo from './integration.repo.server.ts';

/** A mail that is ready, with what a service gets besides its text. */
export type ReadyMail = {
  template: MailTemplateName;
  outgoing: OutgoingMail;
  /** From whom it is where a service sends it: the chosen address, also one of another domain. */
  from: { address: string; name: string };
  params: object;
  store: string;
};

/** The answer of a service was lost, and nobody can be asked any more whether it took the mail. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

type InScope = <T>(work: (tx: SqlTx) => Promise<T>) => Promise<T>;
type Claim = { row: mails.MailRow; lease: string };

/**
 * Hands a mail to the marketplace's service where it is the service's to send, else to our own mail server. What is handed to a service
 * is recorded first, so that a mail whose answer was lost is repeated under the same key, or asked about, and never sent twice. Throws
 * where the mail is to be tried again.
 */
export async function deliver(services: Services, inScope: InScope, claim: Claim, mail: ReadyMail): Promise<void> {
  const { row } = claim;
  const service = await inScope(repo.findMailService);
  if (row.handedTo !== null && row.handedAt !== null) {
    const open = { to: row.handedTo, at: row.handedAt };
    if (service?.service !== open.to) throw new UnconfirmedError(`${open.to} is no longer connected`);
    if (await resolveUnanswered(services, inScope, claim, mail, { service, ...open })) return;
    await inScope((tx) => mails.recordHandedBack(tx, row.id));
  } else if (service && isServiceMail(mail.template) && !isPaused(service, services.clock.now())) {
    const at = services.clock.now();
    const isOurs = await inScope((tx) =>
      mails.recordHanded(tx, { id: row.id, lease: claim.lease, to: service.service, at }),
    );
    if (!isOurs) throw new Error('the lease of a mail was lost');
    if (await handOver(services, inScope, claim, mail, { service, at, isRepeat: false })) return;
  }
  await services.adapters.mailer.send(mail.outgoing);
}

type Handover = { service: repo.MailServiceRow; at: Date };

/** Finds out about a mail whose answer was lost; false: it was surely not taken, and our own mail server sends it. */
async function resolveUnanswered(
  services: Services,
  inScope: InScope,
  claim: Claim,
  mail: ReadyMail,
  handover: Handover,
): Promise<boolean> {
  if (afterUnconfirmed(handover.service.service, handover.at, services.clock.now()) === 'repeat')
    return handOver(services, inScope, claim, mail, { ...handover, isRepeat: true });
  const brevo = openBrevo(services.vault.openText(handover.service.encryptedKey));
  const { to, subject } = mail.outgoing;
  return brevo.hasTaken({ to, subject, tag: mail.template, since: handover.at });
}

/**
 * Sends by the service; false: it surely did not take the mail, and our own mail server sends it now. What a repeat is refused for
 * says nothing of the try before it, so that the mail stays open then.
 */
async function handOver(
  services: Services,
  inScope: InScope,
  { row }: Claim,
  mail: ReadyMail,
  { service, at, isRepeat }: Handover & { isRepeat: boolean },
): Promise<boolean> {
  try {
    const key = buildKey(services.env.SESSION_SECRET, row.id, at);
    await sendByService(services, service, mail, { key, at });
  } catch (error) {
    if (isRepeat || !(error instanceof MailServiceProblem) || error.reason === 'unanswered') throw error;
    const next = afterProblem(error.reason, row.attempts);
    const problem = next === 'own' ? findProblem(error.reason) : null;
    await inScope(async (tx) => {
      await mails.recordHandedBack(tx, row.id);
      if (problem) await repo.recordProblem(tx, { savedAt: service.savedAt, problem, at: services.clock.now() });
    });
    services.log.warn({ err: error, mail: String(row.id), next }, 'a mail service did not take a mail');
    if (next === 'retry') throw error;
    return false;
  }
  await inScope((tx) => repo.recordAccepted(tx, { savedAt: service.savedAt, at: services.clock.now() }));
  return true;
}

/** Sends one mail, or its event, by a service. Throws MailServiceProblem. */
export async function sendByService(
  services: Pick<Services, 'vault'>,
  { service, encryptedKey }: { service: MailService; encryptedKey: string },
  { template, outgoing, from, params, store }: ReadyMail,
  { key, at }: { key: string; at: Date },
): Promise<void> {
  const apiKey = services.vault.openText(encryptedKey);
  const { to, subject, html, text, replyTo, unsubscribeUrl } = outgoing;
  if (service === 'klaviyo') {
    const properties = eventProperties({ params, store, mail: { subject, html, text } });
    await openKlaviyo(apiKey).sendEvent({ name: template, email: to, key, at, properties });
    return;
  }
  await openBrevo(apiKey).send({
    from,
    to,
    subject,
    html,
    text,
    key,
    tag: template,
    ...(replyTo === undefined ? {} : { replyTo: typeof replyTo === 'string' ? { address: replyTo } : replyTo }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  });
}

/** A UUID of a mail and the time it was handed over: the same for every repeat, another once the service gave it back. */
function buildKey(secret: string, id: bigint, at: Date): string {
  const hex = hmacSha256(secret, `mail-service:${id}:${at.toISOString()}`).toString('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}
