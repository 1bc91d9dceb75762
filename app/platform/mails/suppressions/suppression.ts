/** Why an address is on the list: its mail server refused it for good, its owner complained, or an admin blocked it. */
export const SUPPRESSION_KINDS = ['bounce', 'complaint', 'blocked'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** A mail service lost its answer, so that nobody knows whether it sent the mail; a second one is not sent. */
export const UNCONFIRMED = 'service_unconfirmed';

/** Why a mail was held back, as the log of mails keeps it. */
export const UNSENT_REASONS = [
  ...SUPPRESSION_KINDS,
  'opted_out',
  'mails_off',
  'store_uninstalled',
  UNCONFIRMED,
] as const;
export type UnsentReason = (typeof UNSENT_REASONS)[number];

export const MAX_DETAIL = 300;

/** The text of a mail server or a person as it is kept: one line, cut to its limit. */
export const formatDetail = (text: string): string =>
  text
    .slice(0, MAX_DETAIL * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DETAIL);

/** The reason of a mail that was held back; null for one that failed, whose text is the server's own. */
export function toUnsentReason(mail: { state: string; error: string | null }): UnsentReason | null {
  if (mail.state !== 'suppressed') return mail.error === UNCONFIRMED ? UNCONFIRMED : null;
  return UNSENT_REASONS.find((reason) => reason === mail.error) ?? null;
}
