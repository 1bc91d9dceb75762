import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { BREVO_EVENTS, BREVO_KEY, mailServicesOf, emitBrevoEvent } from '../providers/mail/brevo.ts';
import { KLAVIYO_KEY } from '../providers/mail/klaviyo.ts';
import { controlBody } from './guard.ts';
import { readFlag, readList, readOneOf } from './input.ts';

/** What happens at Brevo and Klaviyo without the app: keys are revoked, mails bounce, people complain. */
export function mailServiceControlRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/brevo', () => json(200, { key: BREVO_KEY, ...mailServicesOf(sandbox).brevo })),
    route('GET', '/control/klaviyo', () => json(200, { key: KLAVIYO_KEY, ...mailServicesOf(sandbox).klaviyo })),
    route('POST', '/control/{service}/key', (request) => {
      const service = request.params['service'];
      if (service !== 'brevo' && service !== 'klaviyo') throw new Refusal('There is no such service.', ['service']);
      const state = mailServicesOf(sandbox)[service];
      state.isKeyRevoked = readFlag(controlBody(request), 'isRevoked') ?? true;
      sandbox.save();
      return json(200, { isKeyRevoked: state.isKeyRevoked });
    }),
    route('POST', '/control/brevo/events', (request) => {
      const body = controlBody(request);
      const event = readOneOf(body, 'event', BREVO_EVENTS);
      const emails = (readList(body, 'emails') ?? []).map(String);
      if (!event || emails.length === 0) throw new Refusal('event and emails are needed.', ['event']);
      const deliveries = emitBrevoEvent(sandbox, event, emails);
      sandbox.save();
      return json(202, { deliveries });
    }),
  ];
}
