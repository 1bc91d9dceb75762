import { z } from 'zod';
import { MINUTE_MS } from '#app/core/durations.ts';
import { MailServiceProblem, type MailServiceReason } from '#app/core/mail-service.ts';
import { askService, readAnswer, type ServiceCall } from './ask.server.ts';

/** A mail as Brevo sends it: our subject and text, in our words. */
export type BrevoMail = {
  from: { address: string; name: string };
  to: string;
  replyTo?: { address: string; name?: string };
  subject: string;
  html: string;
  text: string;
  /** The address that ends such mails (RFC 8058). */
  unsubscribeUrl?: string;
  /** A UUID. For at least a quarter of an hour Brevo sends a mail of one key once. */
  key: string;
  /** Under which Brevo counts the mail: the template. */
  tag: string;
};

/** Brevo as one key opens it. Every call throws MailServiceProblem. */
export type Brevo = {
  /** The name of the key's account; also the trial of a key. */
  readAccount(): Promise<string>;
  /** Sends a mail. One of the same key that was taken before is not sent again, which counts as sent. */
  send(mail: BrevoMail): Promise<void>;
  /** Whether Brevo took a mail of this subject and tag for an address within the quarter of an hour after a moment. */
  hasTaken(mail: { to: string; subject: string; tag: string; since: Date }): Promise<boolean>;
  /** Has bounces and complaints sent to an address of ours. Returns the id under which Brevo keeps it. */
  registerHook(url: string): Promise<string>;
  deleteHook(id: string): Promise<void>;
};

const API = 'https://api.brevo.com/v3';
const PAGE = 100;
/** A mail whose answer was lost is repeated under its key for so long. */
const REPEATED_FOR_MS = 15 * MINUTE_MS;
/** Our clock and Brevo's may differ by so much. */
const SLACK_MS = MINUTE_MS;
/** What Brevo answers to a key that it has seen. */
const DUPLICATE = 'duplicate_parameter';

const accountSchema = z.object({ companyName: z.string().optional(), email: z.string().optional() });
const hookSchema = z.object({ id: z.union([z.number(), z.string()]) });
const eventsSchema = z.object({
  events: z.array(z.object({ date: z.string(), subject: z.string().optional() })).optional(),
});

function computeReason(status: number, code: string): MailServiceReason {
  if (status === 401 || status === 403) return 'key';
  if (status === 402 || code === 'not_enough_credits') return 'credit';
  return 'refused';
}

export function openBrevo(apiKey: string): Brevo {
  const ask = (
    method: ServiceCall['method'],
    path: string,
    body?: unknown,
    reason: Parameters<typeof askService>[2] = computeReason,
  ) =>
    askService(
      'brevo',
      {
        method,
        url: `${API}${path}`,
        headers: { 'api-key': apiKey, accept: 'application/json', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      },
      reason,
    );
  return {
    async readAccount() {
      const { companyName, email } = readAnswer('brevo', accountSchema, await ask('GET', '/account'));
      return companyName ?? email ?? '';
    },
    async send(mail) {
      const reason = (status: number, code: string, message: string): MailServiceReason =>
        status === 400 && /\bsender\b/i.test(message) ? 'sender' : computeReason(status, code);
      try {
        await ask('POST', '/smtp/email', toBody(mail), reason);
      } catch (error) {
        if (!(error instanceof MailServiceProblem) || error.code !== DUPLICATE) throw error;
      }
    },
    async hasTaken({ to, subject, tag, since }) {
      const [from, until] = [since.getTime() - SLACK_MS, since.getTime() + REPEATED_FOR_MS + SLACK_MS];
      const query = new URLSearchParams({
        email: to,
        tags: tag,
        event: 'requests',
        days: '2',
        limit: String(PAGE),
        sort: 'desc',
      });
      const answer = await ask('GET', `/smtp/statistics/events?${query.toString()}`);
      const { events = [] } = readAnswer('brevo', eventsSchema, answer);
      const isWithin = (at: number): boolean => at >= from && at <= until;
      return events.some((event) => event.subject === subject && isWithin(Date.parse(event.date)));
    },
    async registerHook(url) {
      const body = {
        url,
        description: 'Bounces and complaints for Souk',
        type: 'transactional',
        channel: 'email',
        events: ['hardBounce', 'invalid', 'spam', 'unsubscribed'],
      };
      return String(readAnswer('brevo', hookSchema, await ask('POST', '/webhooks', body)).id);
    },
    async deleteHook(id) {
      await ask('DELETE', `/webhooks/${encodeURIComponent(id)}`);
    },
  };
}

/** The body of `POST /smtp/email`. */
function toBody(mail: BrevoMail): object {
  const { replyTo, unsubscribeUrl } = mail;
  return {
    sender: { email: mail.from.address, name: mail.from.name },
    to: [{ email: mail.to }],
    subject: mail.subject,
    htmlContent: mail.html,
    textContent: mail.text,
    ...(replyTo ? { replyTo: { email: replyTo.address, ...(replyTo.name ? { name: replyTo.name } : {}) } } : {}),
    headers: {
      idempotencyKey: mail.key,
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    tags: [mail.tag],
  };
}
