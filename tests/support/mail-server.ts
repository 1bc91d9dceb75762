import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps what it gets, or refuses it for a while. */
export type MailServer = {
  url: string;
  mails: Email[];
  /** The next mails are answered with a temporary failure, after their content was taken. */
  refuseNext(count: number): void;
  /** Addresses that are refused, with what the server answers. */
  refused: Map<string, { responseCode: number; text: string }>;
  /** Nobody answers at its address any more, until it comes back there. Connections that are open end at once. */
  leave(): Promise<void>;
  /** Answers at its address again, where it left. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = [];
  let toRefuse = 0;
  const refused: MailServer['refused'] = new Map();
  const build = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo({ address }, _session, answer) {
        const refusal = refused.get(address.toLowerCase());
        answer(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.responseCode }) : null);
      },
      onData(stream, _session, answer) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (toRefuse > 0) {
            toRefuse -= 1;
            answer(Object.assign(new Error('Try again later'), { responseCode: 451 }));
            return;
          }
          void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            mails.push(mail);
            answer();
          });
        });
      },
    });
  const listen = (onPort: number): Promise<SMTPServer> =>
    new Promise((resolve) => {
      const built = build();
      built.listen(onPort, '127.0.0.1', () => {
        resolve(built);
      });
    });
  // Left to itself, the server waits for its clients to go, who keep a connection for as long as they like.
  const close = (closing: SMTPServer): Promise<void> =>
    new Promise((resolve) => {
      closing.close(resolve);
      for (const connection of closing.connections) connection.close();
    });
  let server = await listen(0);
  let isThere = true;
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    refuseNext: (count) => {
      toRefuse = count;
    },
    leave: async () => {
      isThere = false;
      await close(server);
    },
    comeBack: async () => {
      if (!isThere) server = await listen(port);
      isThere = true;
    },
    stop: () => close(server),
  };
}
