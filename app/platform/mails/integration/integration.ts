import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import { MAIL_SERVICES, type MailService, type MailServiceReason } from '#app/core/mail-service.ts';
import { MAIL_TEMPLATES, type MailTemplateName } from '../mail.ts';

/** What an admin chooses: a service, or our own mail server alone. */
export const SERVICE_CHOICES = [...MAIL_SERVICES, 'none'] as const;

/** Mails to applicants, who are about to be vendors. */
const OF_APPLICANTS: readonly MailTemplateName[] = ['vendor-pending-approval', 'vendor-rejection'];

/**
 * Whether a template goes out through the service: those to vendors and applicants. Mails to the marketplace, to buyers, of signing
 * in, and those that are always sent are ours.
 */
export function isServiceMail(name: MailTemplateName): boolean {
  const { to, essential } = MAIL_TEMPLATES[name];
  return !essential && (to === 'vendor' || OF_APPLICANTS.includes(name));
}

/** What an admin is told of a service that did not take mails, which our own mail server sent instead. */
export const SERVICE_PROBLEMS = [
  'key',
  'credit',
  'sender',
  'busy',
  'unreached',
] as const satisfies readonly MailServiceReason[];
export type ServiceProblem = (typeof SERVICE_PROBLEMS)[number];

/** Tries of a mail that a service surely did not take, before our own mail server sends it. */
const MAX_SERVICE_TRIES = 3;
/** A key or a credit that was refused is tried with a mail again after so long. */
const PROBLEM_PAUSE_MS = HOUR_MS;
/** As long as Brevo surely knows a key again; it states 15 to 30 minutes. */
const KEY_VALID_MS = 14 * MINUTE_MS;

export type KnownProblem = { problem: ServiceProblem | null; problemAt: Date | null };

/** Whether mails pass the service by for now, because it lately refused all that the key asks for. */
export function isPaused({ problem, problemAt }: KnownProblem, now: Date): boolean {
  if (problem !== 'key' && problem !== 'credit') return false;
  return problemAt !== null && now.getTime() - problemAt.getTime() < PROBLEM_PAUSE_MS;
}

/** The problem that an admin is told; null for a refusal that is of one mail alone. */
export function findProblem(reason: MailServiceReason): ServiceProblem | null {
  return SERVICE_PROBLEMS.find((one) => one === reason) ?? null;
}

/**
 * What follows where a service did not send a mail: `retry` by the service, or `own`, by our own mail server at once. Where nobody
 * knows whether it was taken, only the service can tell.
 */
export function afterProblem(reason: MailServiceReason, tries: number): 'retry' | 'own' {
  if (reason === 'unanswered') return 'retry';
  if (reason === 'busy' || reason === 'unreached') return tries < MAX_SERVICE_TRIES ? 'retry' : 'own';
  return 'own';
}

/** How a mail is tried again whose answer was lost: under its key, or only after the service was asked about it. */
export function afterUnconfirmed(service: MailService, handedAt: Date, now: Date): 'repeat' | 'ask' {
  return service === 'klaviyo' || now.getTime() - handedAt.getTime() < KEY_VALID_MS ? 'repeat' : 'ask';
}

/** Klaviyo takes texts of up to 100 kB; a longer body is left out, and the plain text stands for it. */
const MAX_PROPERTY_BYTES = 100_000;
const fitsProperty = (text: string): boolean => new TextEncoder().encode(text).length < MAX_PROPERTY_BYTES;

/** What an event tells Klaviyo: the template's variables, and the mail that we would have sent. */
export function eventProperties(o: {
  params: object;
  store: string;
  mail: { subject: string; html: string; text: string };
}): Record<string, unknown> {
  const { subject, html, text } = o.mail;
  return {
    ...o.params,
    store: o.store,
    subject,
    ...(fitsProperty(text) ? { text } : {}),
    ...(fitsProperty(html) ? { html } : {}),
  };
}
