import { nextId } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { json, readJson } from '../../core/router.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { emptyMailServices } from '../../core/state-mail-services.ts';
import type { MailServicesState } from '../../core/state-mail-services.ts';
import { serveCall } from '../serve.ts';
import type { Answered } from '../serve.ts';

export const BREVO_HOST = 'api.brevo.com';
/** The key that the stand-in knows; every other is refused. */
export const BREVO_KEY = 'xkeysib-sandbox-0123456789abcdef';
const KEPT = 500;
/** As long as a key is known again. */
const KEY_TTL_MS = 15 * 60_000;
/** Mails from addresses of this domain are refused: nobody has verified it. */
const UNVERIFIED_DOMAIN = '@unverified.example';
const SENT_FIELDS = new Set([
  ...['sender', 'to', 'cc', 'bcc', 'replyTo', 'subject', 'htmlContent', 'textContent', 'headers', 'tags', 'params'],
  ...['attachment', 'batchId', 'messageVersions', 'scheduledAt', 'templateId'],
]);

export const mailServicesOf = (sandbox: Sandbox): MailServicesState =>
  (sandbox.state.mailServices ??= emptyMailServices());

const OPERATIONS: readonly { name: string; method: string; path: RegExp }[] = [
  { name: 'account', method: 'GET', path: /^\/v3\/account$/ },
  { name: 'send', method: 'POST', path: /^\/v3\/smtp\/email$/ },
  { name: 'statistics', method: 'GET', path: /^\/v3\/smtp\/statistics\/events$/ },
  { name: 'webhooks.create', method: 'POST', path: /^\/v3\/webhooks$/ },
  { name: 'webhooks.delete', method: 'DELETE', path: /^\/v3\/webhooks\/\d+$/ },
];

const ok = (response: SandboxResponse): Answered => ({ response, contract: 'ok' });
const refused = (status: number, code: string, message: string): SandboxResponse => json(status, { code, message });

/** Brevo as far as the app uses it: a mail that is taken lies in the mail box, as if it had been delivered. */
export function serveBrevo(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  const { pathname } = request.url;
  const operation =
    OPERATIONS.find(({ method, path }) => method === request.method && path.test(pathname))?.name ?? null;
  return serveCall(sandbox, request, {
    target: 'brevo',
    operation,
    struck: (fault) =>
      fault.kind === 'throttle'
        ? refused(429, 'too_many_requests', 'Rate limit exceeded')
        : refused(fault.status, fault.status === 402 ? 'not_enough_credits' : 'fault', 'Not at the moment'),
    run: () => {
      if (request.headers['api-key'] !== BREVO_KEY || mailServicesOf(sandbox).brevo.isKeyRevoked)
        return ok(refused(401, 'unauthorized', 'Key not found'));
      return operation === null
        ? { response: refused(404, 'not_found', 'No such call'), contract: `violates: ${request.method} ${pathname}` }
        : run(sandbox, request, operation);
    },
  });
}

function run(sandbox: Sandbox, request: SandboxRequest, operation: string): Answered {
  const { brevo } = mailServicesOf(sandbox);
  if (operation === 'account')
    return ok(json(200, { email: 'owner@souk.example', companyName: 'Souk Market', plan: [] }));
  if (operation === 'send') return send(sandbox, request);
  if (operation === 'statistics') return ok(listEvents(sandbox, request));
  if (operation === 'webhooks.create') {
    const { url, events } = readJson(request) as { url?: unknown; events?: unknown };
    if (typeof url !== 'string' || !Array.isArray(events))
      return ok(refused(400, 'missing_parameter', 'url and events are needed'));
    const id = nextId(sandbox);
    brevo.webhooks.push({ id, url, events: events.map(String) });
    return ok(json(201, { id }));
  }
  const id = Number(request.url.pathname.split('/').at(-1));
  const isKnown = brevo.webhooks.some((hook) => hook.id === id);
  brevo.webhooks = brevo.webhooks.filter((hook) => hook.id !== id);
  return ok(
    isKnown ? { status: 204, headers: {}, body: '' } : refused(404, 'document_not_found', 'Webhook ID does not exist'),
  );
}

type Body = {
  sender?: { email?: string; name?: string };
  to?: { email?: string }[];
  replyTo?: { email?: string };
  subject?: string;
  htmlContent?: string;
  textContent?: string;
  headers?: Record<string, string>;
  tags?: string[];
};

function send(sandbox: Sandbox, request: SandboxRequest): Answered {
  const body = readJson(request) as Body;
  const unknown = Object.keys(body).find((name) => !SENT_FIELDS.has(name));
  const [to] = body.to ?? [];
  const { sender, subject } = body;
  if (unknown !== undefined || !sender?.email || !to?.email || !subject || !body.htmlContent) {
    const reason = unknown === undefined ? 'a field is missing' : `${unknown} is unknown`;
    return { response: refused(400, 'invalid_parameter', reason), contract: `violates: ${reason}` };
  }
  if (sender.email.endsWith(UNVERIFIED_DOMAIN))
    return ok(refused(400, 'invalid_parameter', `Sending has been rejected: the sender ${sender.email} is not valid.`));
  const { brevo } = mailServicesOf(sandbox);
  const { idempotencyKey: key = '', ...headers } = body.headers ?? {};
  const since = sandbox.clock.now().getTime() - KEY_TTL_MS;
  if (key !== '' && brevo.sent.some((sent) => sent.key === key && Date.parse(sent.at) > since))
    return ok(refused(400, 'duplicate_parameter', 'The idempotency key was used already'));
  const messageId = `<${nextId(sandbox)}@smtp-relay.mailin.example>`;
  const at = sandbox.clock.iso();
  brevo.sent.push({ messageId, key, email: to.email.toLowerCase(), subject, tags: body.tags ?? [], at });
  brevo.sent.splice(0, Math.max(0, brevo.sent.length - KEPT));
  sandbox.mail.add({
    from: sender.email,
    to: [to.email],
    subject,
    html: body.htmlContent,
    text: body.textContent ?? '',
    at,
    headers: {
      from: sender.name ? `"${sender.name}" <${sender.email}>` : sender.email,
      ...(body.replyTo?.email ? { 'reply-to': body.replyTo.email } : {}),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      'x-sandbox-sent-by': 'Brevo',
    },
    attachments: [],
  });
  return ok(json(201, { messageId }));
}

function listEvents(sandbox: Sandbox, { url }: SandboxRequest): SandboxResponse {
  const [email, tags, limit] = [
    url.searchParams.get('email'),
    url.searchParams.get('tags'),
    url.searchParams.get('limit'),
  ];
  const events = mailServicesOf(sandbox)
    .brevo.sent.filter(
      (sent) => (email === null || sent.email === email.toLowerCase()) && (tags === null || sent.tags.includes(tags)),
    )
    .toReversed()
    .slice(0, Number(limit ?? 50))
    .map((sent) => ({
      email: sent.email,
      date: sent.at,
      subject: sent.subject,
      messageId: sent.messageId,
      event: 'requests',
      tag: sent.tags[0] ?? '',
    }));
  return json(200, { events });
}

/** What happens to a mail at Brevo, as its webhooks name it. */
export const BREVO_EVENTS = [
  'hard_bounce',
  'soft_bounce',
  'spam',
  'invalid_email',
  'unsubscribed',
  'delivered',
] as const;
export type BrevoEvent = (typeof BREVO_EVENTS)[number];
/** Under which names the events are ordered when an address is registered. */
const ORDERED_AS: Record<BrevoEvent, string> = {
  hard_bounce: 'hardBounce',
  soft_bounce: 'softBounce',
  spam: 'spam',
  invalid_email: 'invalid',
  unsubscribed: 'unsubscribed',
  delivered: 'delivered',
};

/** Tells every registered address that ordered it; several addresses go into one delivery. Returns how many deliveries were queued. */
export function emitBrevoEvent(sandbox: Sandbox, event: BrevoEvent, emails: readonly string[]): number {
  const at = Math.floor(sandbox.clock.now().getTime() / 1000);
  const reason = event === 'hard_bounce' ? '550 5.1.1 No such user' : undefined;
  const events = emails.map((email) => ({
    event,
    email,
    id: nextId(sandbox),
    date: sandbox.clock.iso().slice(0, 19).replace('T', ' '),
    ts: at,
    ts_event: at,
    'message-id': `<${nextId(sandbox)}@smtp-relay.mailin.example>`,
    subject: 'A mail of Souk',
    tag: '',
    ...(reason ? { reason } : {}),
  }));
  const hooks = mailServicesOf(sandbox).brevo.webhooks.filter((hook) => hook.events.includes(ORDERED_AS[event]));
  for (const hook of hooks) {
    sandbox.providerWebhooks.queue({
      provider: 'brevo',
      eventId: String(nextId(sandbox)),
      endpointId: String(hook.id),
      topic: event,
      url: hook.url,
      body: JSON.stringify(events.length === 1 ? events[0] : events),
    });
  }
  return hooks.length;
}
