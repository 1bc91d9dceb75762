import { randomUUID } from 'node:crypto';
import type { Finding, OperatorCheck, Services } from './operator-check.ts';

const LIMIT_MS = 10_000;
const MAX_SKEW_MS = 30_000;

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS), ...init });

/** Who the program speaks with besides its database: its own address from outside, the file storage, the mail server, the platform. */
export function listOutsideChecks(services: Services, o: { mailTo: string | undefined }): OperatorCheck[] {
  const { env, adapters } = services;
  return [
    {
      id: 'address',
      remedy: 'SHOPIFY_APP_URL has to be https and lead through the proxy to a web process, from outside too.',
      ask: () => judgeAddress(env.SHOPIFY_APP_URL),
    },
    {
      id: 'storage',
      remedy: 'Check S3_ENDPOINT, S3_BUCKET and the keys: they have to write, read by signed addresses, and delete.',
      ask: () => judgeStorage(services),
    },
    {
      id: 'storage.uploads',
      remedy: `Give the bucket a CORS rule: ${new URL(env.SHOPIFY_APP_URL).origin} may PUT with the header content-type.`,
      ask: () => judgeUploads(services),
    },
    {
      id: 'mail',
      remedy: 'Check SMTP_URL: the mail server has to answer this machine and take its sign-in.',
      ask: () => judgeMail(services, o.mailTo),
    },
    {
      id: 'platform.clock',
      remedy: 'Set this machine’s clock (NTP): the platform refuses signatures and tokens of another time.',
      ask: () => judgeOutsideClock(services),
    },
    {
      id: 'pdf',
      remedy:
        'Install Chromium and one font (fonts-dejavu-core), or set CHROMIUM_PATH; without them documents are printed from the browser.',
      ask: async () => {
        const file = await adapters.pdf
          .print('<!doctype html><title>Doctor</title><p>Åé 漢字 한국</p>')
          .catch(() => undefined);
        return { status: file && file.length > 0 ? 'ok' : 'warn' };
      },
    },
  ];
}

async function judgeAddress(url: string): Promise<Finding> {
  const answer = await ask(`${url}/health`);
  await answer.body?.cancel();
  const isSafe = url.startsWith('https:');
  return {
    status: answer.status === 200 && isSafe ? 'ok' : 'fail',
    detail: `${isSafe ? '' : 'no https, '}${answer.status}`,
  };
}

async function judgeStorage({ adapters, clock }: Services): Promise<Finding> {
  const key = `system/doctor-${randomUUID()}.txt`;
  const text = `written ${clock.now().toISOString()}`;
  const { files } = adapters;
  await files.writeBytes(key, Buffer.from(text), 'text/plain');
  try {
    if ((await files.readBytes(key))?.toString() !== text) return { status: 'fail', detail: 'read' };
    if (files.local) return { status: 'warn', detail: 'a folder of this machine, which only one machine can use' };
    const signed = await ask(await files.readUrl({ key, seconds: 60 }));
    if ((await signed.text()) !== text) return { status: 'fail', detail: `signed read ${signed.status}` };
  } finally {
    await files.remove(key);
  }
  if ((await files.readBytes(key)) !== undefined) return { status: 'fail', detail: 'delete' };
  return { status: 'ok' };
}

/** What a browser asks before it sends a file. */
async function judgeUploads({ adapters, env }: Services): Promise<Finding> {
  if (adapters.files.local) return { status: 'ok' };
  const { origin } = new URL(env.SHOPIFY_APP_URL);
  const { url } = await adapters.files.uploadTarget({ key: 'system/doctor.txt', contentType: 'text/plain' });
  const answer = await ask(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
  });
  await answer.body?.cancel();
  const [allowed, methods] = ['origin', 'methods'].map(
    (name) => answer.headers.get(`access-control-allow-${name}`) ?? '',
  );
  const isAllowed = (allowed === '*' || allowed === origin) && (methods ?? '').includes('PUT');
  return { status: isAllowed ? 'ok' : 'fail', detail: String(answer.status) };
}

async function judgeMail({ adapters, env }: Services, to: string | undefined): Promise<Finding> {
  await adapters.mailer.greet();
  if (to === undefined) return { status: 'ok' };
  const text = 'This mail was sent by npm run doctor. If you read it, mails of Souk arrive.';
  await adapters.mailer.send({
    to,
    from: env.MAIL_FROM,
    subject: 'Souk: a mail to try the mail server',
    text,
    html: `<p>${text}</p>`,
    messageId: `${randomUUID()}@${new URL(env.SHOPIFY_APP_URL).hostname}`,
  });
  return { status: 'ok', detail: `sent to ${to}` };
}

async function judgeOutsideClock({ clock }: Services): Promise<Finding> {
  const answer = await ask('https://admin.shopify.com/', { method: 'HEAD' });
  const said = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(said)) return { status: 'warn', detail: 'no date in the answer' };
  const skewMs = Math.abs(said - clock.now().getTime());
  return { status: skewMs > MAX_SKEW_MS ? 'fail' : 'ok', detail: `${Math.round(skewMs / 1000)} s apart` };
}
