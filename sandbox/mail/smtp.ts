import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Sandbox } from '../core/kernel.ts';

/** Addresses of this domain do not exist: mails to them are refused for good. */
const REFUSED_DOMAIN = '@gone.example';
const SIZE_LIMIT = 25 * 1024 * 1024;

export type SmtpCatcher = { port: number; stop: () => Promise<void> };

/** An SMTP server that takes every mail, delivers none, and keeps each in the sandbox's mail box. Any credentials will do. */
export async function startSmtp(sandbox: Sandbox, port: number): Promise<SmtpCatcher> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    size: SIZE_LIMIT,
    disableReverseLookup: true,
    onAuth: (auth, _session, callback) => {
      callback(null, { user: auth.username ?? 'anyone' });
    },
    onRcptTo: (address, _session, callback) => {
      const isRefused = address.address.toLowerCase().endsWith(REFUSED_DOMAIN);
      callback(isRefused ? Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 }) : null);
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((address) => address.address);
        const fault = sandbox.faults.take('mail', to);
        if (fault?.kind === 'error' || fault?.kind === 'throttle') {
          callback(
            Object.assign(new Error('451 Requested action aborted: fault'), {
              responseCode: fault.status >= 400 && fault.status < 500 ? 550 : 451,
            }),
          );
          return;
        }
        const keep = async (): Promise<void> => {
          if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
          if (fault?.kind !== 'drop')
            await keepMail(
              sandbox,
              Buffer.concat(chunks),
              to,
              session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
            );
          if (fault?.kind === 'duplicate') await keepMail(sandbox, Buffer.concat(chunks), to, '');
        };
        // A lost answer: the mail is kept, and the sender never hears of it.
        keep().then(
          () => {
            callback(
              fault?.kind === 'drop_response' || fault?.kind === 'timeout'
                ? Object.assign(new Error('421 Connection lost: fault'), { responseCode: 421 })
                : null,
            );
          },
          (error: unknown) => {
            callback(error instanceof Error ? error : new Error(String(error)));
          },
        );
      });
    },
  });
  server.on('error', (error) => {
    console.error('sandbox: smtp:', error.message);
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function keepMail(sandbox: Sandbox, raw: Buffer, to: string[], from: string): Promise<void> {
  const mail = await PostalMime.parse(raw);
  sandbox.mail.add({
    from: mail.from?.address ?? from,
    to,
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    at: sandbox.clock.iso(),
    headers: Object.fromEntries(mail.headers.map((header) => [header.key, header.value])),
    attachments: mail.attachments.map((attachment) => ({
      filename: attachment.filename ?? '',
      mimeType: attachment.mimeType,
      byteLength: typeof attachment.content === 'string' ? attachment.content.length : attachment.content.byteLength,
    })),
  });
  sandbox.log.add({
    at: sandbox.clock.iso(),
    target: 'mail',
    method: 'SMTP',
    path: to.join(', '),
    operation: mail.subject ?? null,
    body: mail.text ?? '',
    status: 250,
    durationMs: 0,
    contract: 'ok',
  });
}
