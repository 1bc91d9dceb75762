/** The mail server was not reached, or takes nothing from anybody at the moment. It says nothing about the mail itself. */
export class MailServerAwayError extends Error {
  override name = 'MailServerAwayError';
}

/** What the mail library says when no conversation began, or when it broke off. */
const UNREACHED = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROTOCOL']);
/** Commands before a mail begins: what is refused there is refused for every mail. */
const BEFORE_MAIL = new Set(['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'API']);
/** The server closes the connection, or cannot authenticate anybody now (RFC 5321, RFC 4954). */
const CLOSING = new Set([421, 454]);

/** What an error of the mail library may say besides its message. */
export type MailLibraryError = { code?: unknown; command?: unknown; responseCode?: unknown };

/** Whether an error of the mail library is about the server and not about one mail or one address. */
export function isServerAway(error: MailLibraryError): boolean {
  const { code, command, responseCode } = error;
  if (typeof responseCode === 'number' && CLOSING.has(responseCode)) return true;
  if (typeof command === 'string' && (BEFORE_MAIL.has(command) || command.startsWith('AUTH'))) return true;
  return typeof code === 'string' && UNREACHED.has(code) && typeof responseCode !== 'number';
}
