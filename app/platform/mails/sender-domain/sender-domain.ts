import type { MailService } from '#app/core/mail-service.ts';

/** The job that looks the domain of the sender address up: after another was chosen, and once a day. */
export const SENDER_DOMAIN_CHECK = 'mails.senderDomain';

/** How a record stands: it is there, it is not, it contradicts itself, or the DNS did not say. */
export const RECORD_STATES = ['found', 'missing', 'invalid', 'unknown'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

export const RECORDS = ['spf', 'dkim', 'dmarc'] as const;
export type RecordName = (typeof RECORDS)[number];

/** The TXT records of a name; undefined where the DNS did not answer. */
export type Texts = readonly string[] | undefined;

/** Where the keys of mails are published, by who sends them. Of a mail server nobody says so: the usual names are tried. */
const SELECTORS: Record<MailService | 'none', readonly string[]> = {
  brevo: ['brevo1', 'brevo2', 'mail'],
  klaviyo: ['kl', 'kl2', 'km1', 'dkim'],
  none: ['default', 'mail', 'dkim', 's1', 'selector1', 'google', 'k1'],
};

const NAME = /^(?=.{4,253}$)(?:[a-z0-9-]{1,63}\.){1,20}[a-z][a-z0-9-]{1,62}$/;

/** The domain of an address as the DNS knows it; undefined where it is none of the public DNS. */
export function domainOfAddress(address: string): string | undefined {
  const name = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return name.length <= 253 && NAME.test(name) ? name : undefined;
}

/** The names whose TXT records say whether mails of a domain are its own. */
export function listRecordNames(
  domain: string,
  service: MailService | 'none',
): { spf: string; dmarc: string; dkim: string[] } {
  return {
    spf: domain,
    dmarc: `_dmarc.${domain}`,
    dkim: SELECTORS[service].map((selector) => `${selector}._domainkey.${domain}`),
  };
}

/** A domain says once which servers send for it; two such records make receivers ignore both. */
export const judgeSpf = (texts: Texts): RecordState => judgeOne(texts, /^v=spf1(?:\s|$)/i);

/** How the domain wants mails treated that are not its own. */
export const judgeDmarc = (texts: Texts): RecordState => judgeOne(texts, /^v=DMARC1\s*;/i);

/** Whether one of the names holds a key; one that is empty was revoked. */
export function judgeDkim(found: readonly Texts[]): RecordState {
  const keys = found.flatMap((texts) => texts ?? []).filter((text) => /(?:^|;)\s{0,9}p=/i.test(text));
  if (keys.some((text) => /(?:^|;)\s{0,9}p=[^;\s]/i.test(text))) return 'found';
  if (keys.length > 0) return 'invalid';
  return found.some((texts) => texts === undefined) ? 'unknown' : 'missing';
}

function judgeOne(texts: Texts, pattern: RegExp): RecordState {
  if (texts === undefined) return 'unknown';
  const matching = texts.filter((text) => pattern.test(text.trim())).length;
  if (matching === 0) return 'missing';
  return matching === 1 ? 'found' : 'invalid';
}
