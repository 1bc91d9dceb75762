import type { Notifications } from './notifications.ts';

/** What of the settings says who mails are from. */
export type Sender = Pick<Notifications, 'sendingEmail' | 'senderName' | 'replyTo'>;

/**
 * Who a mail is from. The chosen address sends where it is of our own domain, for which our server may speak; else ours does and
 * answers go to the chosen one. Without a choice, answers go to the store's address.
 */
export function buildSender(
  mailFrom: string,
  store: { name: string; email: string | null },
  { sendingEmail, senderName, replyTo }: Sender,
): { from: string; replyTo?: string } {
  const own = toAddress(mailFrom);
  const address = sendingEmail !== '' && toDomain(sendingEmail) === toDomain(own) ? sendingEmail : own;
  const answers = replyTo || sendingEmail || store.email;
  return {
    from: `"${formatSenderName(store, senderName)}" <${address}>`,
    ...(answers ? { replyTo: answers } : {}),
  };
}

/** Who a mail is from that a service sends: the chosen address, of whatever domain the service has verified. */
export function buildServiceSender(
  mailFrom: string,
  store: { name: string },
  { sendingEmail, senderName }: Sender,
): { address: string; name: string } {
  return { address: sendingEmail || toAddress(mailFrom), name: formatSenderName(store, senderName) };
}

const formatSenderName = (store: { name: string }, chosen: string): string =>
  (chosen || store.name).replace(/["\\\r\n<>]/g, ' ').trim();

const toDomain = (address: string): string | undefined => address.split('@')[1]?.toLowerCase();

/** The address of a sender that is written with its name. */
export function toAddress(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}
