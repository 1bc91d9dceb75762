import { createTransport } from 'nodemailer';
import { AddressRefusedError, isAddressRefusal } from './address-refusal.ts';
import { isServerAway, MailServerAwayError, type MailLibraryError } from './server-away.ts';

export type OutgoingMail = {
  to: string;
  from: string;
  /** Where answers go, when not to the sender. */
  replyTo?: string | { address: string; name: string };
  /** An address that ends such mails, by one POST (RFC 8058) or on the page that it opens. */
  unsubscribeUrl?: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
};

export type Mailer = {
  /** Hands a mail to the mail server. Throws when it was not accepted, AddressRefusedError where it never will be, MailServerAwayError where no mail is. */
  send(mail: OutgoingMail): Promise<void>;
  /** Greets the mail server and signs in, without a mail. Throws where it does not answer or refuses. */
  greet(): Promise<void>;
  close(): void;
};

/** Mail over SMTP, through a pool of at most two connections. */
export function createMailer(smtpUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send({ unsubscribeUrl, ...mail }) {
      const sent = transport.sendMail({
        ...mail,
        messageId: `<${mail.messageId}>`,
        ...(unsubscribeUrl === undefined
          ? {}
          : {
              headers: {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              },
            }),
      });
      await sent.catch((error: unknown) => {
        throw readRefusal(error);
      });
    },
    async greet() {
      await transport.verify();
    },
    close() {
      transport.close();
    },
  };
}

/** The refusal of an address, and a server that is away, as errors of their own; any other error as it is. */
function readRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const said = error as Error & MailLibraryError & { response?: unknown };
  if (isServerAway(said)) return new MailServerAwayError(error.message, { cause: error });
  const { responseCode, command, response } = said;
  if (typeof responseCode !== 'number' || typeof command !== 'string') return error;
  const text = typeof response === 'string' ? response : error.message;
  return isAddressRefusal({ responseCode, command, response: text }) ? new AddressRefusedError(text) : error;
}
