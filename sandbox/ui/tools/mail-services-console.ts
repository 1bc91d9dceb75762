import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { KlaviyoTaken } from '../../core/state-mail-services.ts';
import { BREVO_EVENTS, BREVO_KEY, mailServicesOf, emitBrevoEvent } from '../../providers/mail/brevo.ts';
import { KLAVIYO_KEY } from '../../providers/mail/klaviyo.ts';
import { markup, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { renderNotice, showing } from '../page.ts';
import { CONSOLE_ZONE, consoleAction, renderProviderDeliveries, resendRoute } from './provider-parts.ts';
import { renderToolPage } from './tool-page.ts';

const SHOWN = 50;
const BREVO = '/providers/brevo';
const KLAVIYO = '/providers/klaviyo';

/** The consoles of the mail services: what they took, and what happens to it without Souk. */
export function mailServiceConsoleRoutes(sandbox: Sandbox): Route[] {
  const toggle = (service: 'brevo' | 'klaviyo'): Route =>
    consoleAction(sandbox, service === 'brevo' ? BREVO : KLAVIYO, '/key', () => {
      const state = mailServicesOf(sandbox)[service];
      state.isKeyRevoked = !state.isKeyRevoked;
      return state.isKeyRevoked ? 'The key does not work any more.' : 'The key works again.';
    });
  return [
    route(
      'GET',
      BREVO,
      showing(sandbox, (request) => renderBrevo(sandbox, request)),
    ),
    route(
      'GET',
      KLAVIYO,
      showing(sandbox, (request) => renderKlaviyo(sandbox, request)),
    ),
    toggle('brevo'),
    toggle('klaviyo'),
    consoleAction(sandbox, BREVO, '/events', (request) => {
      const form = readForm(request);
      const event = BREVO_EVENTS.find((candidate) => candidate === form.get('event'));
      const email = form.get('email') ?? '';
      if (!event || email === '') throw new Refusal('Choose what happens.', ['event']);
      const deliveries = emitBrevoEvent(sandbox, event, [email]);
      return deliveries === 0 ? 'Nobody ordered this event.' : `${event} of ${email} is on its way.`;
    }),
    resendRoute(sandbox, 'brevo'),
  ];
}

function renderKey(page: string, key: string, isRevoked: boolean): Markup {
  return markup`<section class="card spread"><p>${isRevoked ? markup`<span class="badge badge-critical">The key was revoked</span> ` : null}Key <code class="key">${key}</code></p><form method="post" action="${page}/key"><button class="button">${isRevoked ? 'Let the key work again' : 'Revoke the key'}</button></form></section>`;
}

function renderBrevo(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const { brevo } = mailServicesOf(sandbox);
  const sent = brevo.sent.slice(-SHOWN).reverse();
  const choices = BREVO_EVENTS.map((event) => markup`<option value="${event}">${event.replaceAll('_', ' ')}</option>`);
  return renderToolPage(sandbox, {
    title: 'Brevo',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'What Brevo took, and what becomes of it. The mails themselves lie under Mail, with their headers.',
    body: markup`${renderKey(BREVO, BREVO_KEY, brevo.isKeyRevoked)}
<section class="card card-flush"><h2>Mails taken</h2>${sent.length === 0 ? markup`<p class="empty">None yet. Enter the key in Souk under Settings, Notifications.</p>` : markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Subject</th><th>To</th><th>At</th><th>Happens</th></tr></thead><tbody>${sent.map((mail, at) => markup`<tr><td>${mail.subject}</td><td>${mail.email}</td><td>${showTime(mail.at, CONSOLE_ZONE)}</td><td><form method="post" action="${BREVO}/events" class="cell-form"><input type="hidden" name="email" value="${mail.email}"><label class="visually-hidden" for="event-${at}">What happens to the mail to ${mail.email}</label><select id="event-${at}" name="event">${choices}</select><button class="button" aria-label="Let it happen to the mail to ${mail.email}">Let it happen</button></form></td></tr>`)}</tbody></table></div>`}</section>
${renderProviderDeliveries(sandbox, 'brevo')}`,
  });
}

function renderKlaviyo(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const { klaviyo } = mailServicesOf(sandbox);
  const events = klaviyo.events.slice(-SHOWN).reverse();
  return renderToolPage(sandbox, {
    title: 'Klaviyo',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'The events that Souk sent in place of its own mails. A flow of the account would make a mail of each; none runs here.',
    body: markup`${renderKey(KLAVIYO, KLAVIYO_KEY, klaviyo.isKeyRevoked)}
<section class="card card-flush"><h2>Events</h2>${events.length === 0 ? markup`<p class="empty">None yet. Enter the key in Souk under Settings, Notifications.</p>` : markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Metric</th><th>Profile</th><th>At</th></tr></thead><tbody>${events.map(renderEvent)}</tbody></table></div>`}</section>`,
  });
}

function renderEvent(event: KlaviyoTaken): Markup {
  return markup`<tr><td><details><summary>${event.metric}</summary><pre>${JSON.stringify(event.properties, null, 2)}</pre></details></td><td>${event.email}</td><td>${showTime(event.at, CONSOLE_ZONE)}</td></tr>`;
}
