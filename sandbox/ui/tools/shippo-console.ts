import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { SHIPPO_TRACKING } from '../../core/state-shippo.ts';
import type { ShippoKey, ShippoTransaction } from '../../core/state-shippo.ts';
import { spell } from '../../providers/identifiers.ts';
import { endRefund, passShippoTime, setWebhookSecret, shippoOf, transactionOf } from '../../providers/shippo/store.ts';
import { movePackage } from '../../providers/shippo/webhooks.ts';
import { markup, showMoney, showStatus, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { renderNotice, showing } from '../page.ts';
import { CONSOLE_ZONE, consoleAction } from './provider-parts.ts';
import { renderToolPage } from './tool-page.ts';

const PAGE = '/providers/shippo';
const SHOWN = 50;

/** Shippo's console: its keys, the labels that were bought, where their packages are, and their refunds. */
export function shippoConsoleRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      PAGE,
      showing(sandbox, (request) => renderConsole(sandbox, request)),
    ),
    consoleAction(sandbox, PAGE, '/labels/{id}', (request) => {
      const label = transactionOf(sandbox, request.params['id'] ?? '');
      const tracking = SHIPPO_TRACKING.find((one) => one === readForm(request).get('tracking'));
      if (!tracking) throw new Refusal('Choose where the package is.', ['tracking']);
      movePackage(sandbox, label, tracking);
      return `${label.tracking}: ${showStatus(tracking).toLowerCase()}.`;
    }),
    consoleAction(sandbox, PAGE, '/labels/{id}/refund', (request) => {
      const label = transactionOf(sandbox, request.params['id'] ?? '');
      const refund = shippoOf(sandbox).refunds.findLast((one) => one.transactionId === label.id);
      if (!refund) throw new Refusal('Nobody asked for this refund.', ['id']);
      const isGranted = readForm(request).get('granted') === 'true';
      endRefund(sandbox, refund, isGranted ? 'SUCCESS' : 'ERROR');
      return isGranted ? 'The money goes back.' : 'The carrier keeps the money.';
    }),
    consoleAction(sandbox, PAGE, '/refuse', () => {
      shippoOf(sandbox).outcomes.push({ status: 'ERROR', text: 'The carrier refused this shipment.' });
      return 'The next purchase is refused.';
    }),
    consoleAction(sandbox, PAGE, '/webhook-secret', () => {
      const { webhookSecret } = shippoOf(sandbox);
      setWebhookSecret(sandbox, webhookSecret ? '' : spell('shippo reports', 32));
      return webhookSecret ? 'Reports are not signed any more.' : 'Reports are signed from now on.';
    }),
    consoleAction(sandbox, PAGE, '/rates', (request) => {
      const mood = RATE_MOODS.find(({ id }) => id === readForm(request).get('mood'));
      if (!mood) throw new Refusal('Choose how rates are answered.', ['mood']);
      for (const fault of listRateFaults(sandbox)) sandbox.faults.remove(fault.id);
      if (mood.fault) sandbox.faults.add({ ...RATES_FAULT, ...mood.fault });
      return `Rates: ${mood.title.toLowerCase()}.`;
    }),
  ];
}

const RATES_FAULT = { target: 'shippo', operation: 'shipments.create', remaining: null, status: 500, delayMs: 0 };
/** How rates are answered until somebody changes it. */
const RATE_MOODS = [
  { id: 'well', title: 'Answered at once', fault: null },
  { id: 'late', title: 'Answered after 5 seconds', fault: { kind: 'delay', delayMs: 5_000 } },
  { id: 'hang', title: 'Never answered', fault: { kind: 'timeout', delayMs: 60_000 } },
  { id: 'busy', title: 'Too many requests (429)', fault: { kind: 'throttle' } },
  { id: 'broken', title: 'Broken (500)', fault: { kind: 'error' } },
] as const;

const listRateFaults = (sandbox: Sandbox) =>
  sandbox.faults.list().filter(({ target, operation }) => target === 'shippo' && operation === RATES_FAULT.operation);

/** How rates are answered now, with the other ways to choose from. */
function renderRates(sandbox: Sandbox): Markup {
  const [on] = listRateFaults(sandbox);
  const chosen = RATE_MOODS.find(({ fault }) => fault?.kind === on?.kind) ?? RATE_MOODS[0];
  return markup`<section class="card spread"><p>Rates for checkouts and labels.</p><form method="post" action="${PAGE}/rates" class="cell-form"><label class="visually-hidden" for="mood">How rates are answered</label><select id="mood" name="mood">${RATE_MOODS.map(({ id, title }) => markup`<option value="${id}"${id === chosen.id ? markup` selected` : null}>${title}</option>`)}</select><button class="button">Change</button></form></section>`;
}

/** With what reports are signed. */
function renderSecret(sandbox: Sandbox): Markup {
  const { webhookSecret } = shippoOf(sandbox);
  return markup`<section class="card spread"><p>${webhookSecret ? markup`Reports are signed with <code class="key">${webhookSecret}</code>` : 'Reports are not signed.'}</p><form method="post" action="${PAGE}/webhook-secret"><button class="button">${webhookSecret ? 'Sign no reports' : 'Sign reports'}</button></form></section>`;
}

function renderConsole(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  passShippoTime(sandbox);
  const { keys, transactions } = shippoOf(sandbox);
  const labels = transactions.slice(-SHOWN).reverse();
  return renderToolPage(sandbox, {
    title: 'Shippo',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'What happens at Shippo without Souk: where packages are, and whether unused labels are refunded. Nobody delivers to the postal code 00000; refunds that nobody decides are granted after a day.',
    body: markup`<section class="card stack-tight"><h2>Keys</h2>${keys.map(renderKey)}</section>
<section class="card spread"><p>Purchases are granted at once.</p><form method="post" action="${PAGE}/refuse"><button class="button">Refuse the next one</button></form></section>
${renderRates(sandbox)}
${renderSecret(sandbox)}
${labels.length === 0 ? markup`<p class="card empty">No labels yet.</p>` : markup`<section class="card card-flush"><h2>Labels</h2><div class="table-scroll" tabindex="0"><table><thead><tr><th>Label</th><th class="number">Price</th><th>State</th><th>Package</th><th>Refund</th></tr></thead><tbody>${labels.map((label) => renderLabel(sandbox, label))}</tbody></table></div></section>`}`,
  });
}

function renderKey({ key, isTest, revokedAt }: ShippoKey): Markup {
  return markup`<p class="small">${isTest ? 'Test' : 'Live'} <code class="key">${key}</code>${revokedAt ? markup` <span class="badge badge-critical">revoked</span>` : null}</p>`;
}

function renderLabel(sandbox: Sandbox, label: ShippoTransaction): Markup {
  const rate = shippoOf(sandbox).rates[label.rateId];
  const name = label.tracking || label.id;
  return markup`<tr><td>${rate ? `${rate.provider} ${rate.service}` : ''}<br><code class="small">${name}</code><br><span class="quiet small">${label.metadata} · ${showTime(label.createdAt, CONSOLE_ZONE)} · ${label.isTest ? 'test' : 'live'}</span></td><td class="number">${showMoney(rate?.cents ?? 0, 'USD')}</td><td><span class="badge">${showStatus(label.status)}</span></td>
<td><form method="post" action="${PAGE}/labels/${label.id}" class="cell-form"><label class="visually-hidden" for="${label.id}-tracking">Where the package ${name} is</label><select id="${label.id}-tracking" name="tracking">${SHIPPO_TRACKING.map((status) => markup`<option value="${status}"${status === label.trackingStatus ? markup` selected` : null}>${showStatus(status)}</option>`)}</select><button class="button" aria-label="Change where the package ${name} is">Change</button></form></td>
<td>${label.status === 'REFUNDPENDING' ? markup`<form method="post" action="${PAGE}/labels/${label.id}/refund" class="cell-form"><button class="button" name="granted" value="true" aria-label="Grant the refund of ${name}">Grant</button><button class="button button-critical" name="granted" value="false" aria-label="Refuse the refund of ${name}">Refuse</button></form>` : null}</td></tr>`;
}
