import { nextId } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { json, readJson } from '../../core/router.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { serveCall } from '../serve.ts';
import type { Answered } from '../serve.ts';
import { mailServicesOf } from './brevo.ts';

export const KLAVIYO_HOST = 'a.klaviyo.com';
/** The key that the stand-in knows; every other is refused. */
export const KLAVIYO_KEY = 'pk_sandbox_0123456789abcdef';
const REVISION = '2026-07-15';
const MEDIA_TYPE = 'application/vnd.api+json';
const KEPT = 500;

const ok = (response: SandboxResponse): Answered => ({ response, contract: 'ok' });
const refused = (status: number, code: string, detail: string): SandboxResponse =>
  json(
    status,
    { errors: [{ id: code, code, title: detail, detail, status, source: {} }] },
    { 'content-type': MEDIA_TYPE },
  );

/** Klaviyo as far as the app uses it: events are kept to be looked at, and no flow makes a mail of them. */
export function serveKlaviyo(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  const { pathname } = request.url;
  const operation =
    request.method === 'GET' && pathname === '/api/accounts'
      ? 'accounts'
      : request.method === 'POST' && pathname === '/api/events'
        ? 'events'
        : null;
  return serveCall(sandbox, request, {
    target: 'klaviyo',
    operation,
    struck: (fault) => refused(fault.kind === 'throttle' ? 429 : fault.status, 'fault', 'Not at the moment'),
    run: () => execute(sandbox, request, operation),
  });
}

function execute(sandbox: Sandbox, request: SandboxRequest, operation: string | null): Answered {
  const { klaviyo } = mailServicesOf(sandbox);
  if (request.headers['authorization'] !== `Klaviyo-API-Key ${KLAVIYO_KEY}` || klaviyo.isKeyRevoked)
    return ok(refused(401, 'authentication_failed', 'Incorrect authentication credentials.'));
  if (request.headers['revision'] !== REVISION)
    return { response: refused(400, 'invalid', 'A revision is needed'), contract: 'violates: no revision' };
  if (operation === 'accounts') return ok(json(200, accounts(), { 'content-type': MEDIA_TYPE }));
  if (operation === null)
    return { response: refused(404, 'not_found', 'No such call'), contract: `violates: ${request.url.pathname}` };
  if (!(request.headers['content-type'] ?? '').startsWith(MEDIA_TYPE))
    return {
      response: refused(415, 'unsupported_media_type', 'Unsupported media type'),
      contract: 'violates: media type',
    };
  return takeEvent(sandbox, request);
}

type Body = {
  data?: {
    attributes?: {
      properties?: Record<string, unknown>;
      unique_id?: string;
      metric?: { data?: { attributes?: { name?: string } } };
      profile?: { data?: { attributes?: { email?: string } } };
    };
  };
};

function takeEvent(sandbox: Sandbox, request: SandboxRequest): Answered {
  const { properties, unique_id: uniqueId = '', metric, profile } = (readJson(request) as Body).data?.attributes ?? {};
  const [name, email] = [metric?.data?.attributes?.name, profile?.data?.attributes?.email];
  if (!properties || !name || !email)
    return { response: refused(400, 'invalid', 'A field is missing'), contract: 'violates: a field is missing' };
  const { klaviyo } = mailServicesOf(sandbox);
  // Of one key for the same profile and metric, the first event alone is recorded; the answer is the same.
  const isKnown = klaviyo.events.some(
    (event) => uniqueId !== '' && event.uniqueId === uniqueId && event.metric === name && event.email === email,
  );
  if (!isKnown) {
    klaviyo.events.push({
      id: String(nextId(sandbox)),
      metric: name,
      email,
      uniqueId,
      properties,
      at: sandbox.clock.iso(),
    });
    klaviyo.events.splice(0, Math.max(0, klaviyo.events.length - KEPT));
  }
  return ok({ status: 202, headers: {}, body: '' });
}

function accounts(): object {
  const address = { address1: null, address2: null, city: null, region: null, country: null, zip: null };
  return {
    data: [
      {
        type: 'account',
        id: 'SANDBX',
        attributes: {
          test_account: true,
          contact_information: {
            default_sender_name: 'Souk Market',
            default_sender_email: 'owner@souk.example',
            website_url: null,
            organization_name: 'Souk Market',
            street_address: address,
          },
          industry: null,
          timezone: 'Europe/Amsterdam',
          preferred_currency: 'USD',
          public_api_key: 'SANDBX',
          locale: 'en-US',
        },
        links: { self: 'https://a.klaviyo.com/api/accounts/SANDBX/' },
      },
    ],
    links: { self: 'https://a.klaviyo.com/api/accounts/' },
  };
}
