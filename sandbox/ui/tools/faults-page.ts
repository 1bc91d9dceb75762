import { HOUR_MS } from '#sandbox/core/durations.ts';
import { FAULT_KINDS, Refusal } from '../../core/kernel.ts';
import type { Fault, FaultKind, LoggedRequest, Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { WebhookDelivery } from '../../core/state.ts';
import { countOf, markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, renderNotice, showing } from '../page.ts';
import { renderToolPage } from './tool-page.ts';

type Preset = { title: string; text: string; fault: Omit<Fault, 'id'> };

/** Characters of a request's body that the page shows; the control API answers whole ones. */
const BODY_SHOWN = 3000;
const once = { operation: null, status: 500, remaining: 1, delayMs: 0 } as const;
const PRESETS: readonly Preset[] = [
  {
    title: 'Throttled',
    text: 'The platform’s API answers THROTTLED five times.',
    fault: { ...once, target: 'shopify', kind: 'throttle', remaining: 5 },
  },
  {
    title: 'Platform down',
    text: 'The platform’s API answers 503 until you switch it on again.',
    fault: { ...once, target: 'shopify', kind: 'error', status: 503, remaining: null },
  },
  {
    title: 'Address not on the allowlist',
    text: 'The platform’s API answers 403 to this server until you switch it on again.',
    fault: { ...once, target: 'shopify', kind: 'error', status: 403, remaining: null },
  },
  {
    title: 'Bulk queries not enabled',
    text: 'The platform denies the start of a bulk query until you switch it on again.',
    fault: { ...once, target: 'bulk', operation: 'start', kind: 'error', status: 403, remaining: null },
  },
  {
    title: 'Lost answer',
    text: 'The next call is done, but its answer never arrives.',
    fault: { ...once, target: 'shopify', kind: 'drop_response' },
  },
  {
    title: 'Refresh token expired',
    text: 'The next refresh of an access token is refused.',
    fault: { ...once, target: 'shopify', operation: 'refresh_token', kind: 'drop' },
  },
  {
    title: 'Webhooks twice',
    text: 'Each of the next ten webhooks is delivered twice.',
    fault: { ...once, target: 'webhooks', kind: 'duplicate', remaining: 10 },
  },
  {
    title: 'Webhooks out of order',
    text: 'The next webhook is overtaken by the one after it.',
    fault: { ...once, target: 'webhooks', kind: 'reorder' },
  },
  {
    title: 'Webhook lost',
    text: 'The next webhook is never sent; reconciliation must find it.',
    fault: { ...once, target: 'webhooks', kind: 'drop' },
  },
  {
    title: 'Stripe’s answer lost',
    text: 'The next transfer is made, but its answer never arrives.',
    fault: { ...once, target: 'stripe', operation: 'transfers.create', kind: 'drop_response' },
  },
  {
    title: 'Stripe’s webhook lost',
    text: 'The next event of Stripe is never sent.',
    fault: { ...once, target: 'stripe_webhooks', kind: 'drop' },
  },
  {
    title: 'PayPal’s answer lost',
    text: 'The next batch is taken, but its answer never arrives.',
    fault: { ...once, target: 'paypal', operation: 'payouts.create', kind: 'drop_response' },
  },
  {
    title: 'PayPal’s webhooks twice',
    text: 'Each of the next ten events of PayPal is delivered twice.',
    fault: { ...once, target: 'paypal_webhooks', kind: 'duplicate', remaining: 10 },
  },
  {
    title: 'Brevo’s answer lost',
    text: 'The next mail is taken, but its answer never arrives.',
    fault: { ...once, target: 'brevo', operation: 'send', kind: 'drop_response' },
  },
  {
    title: 'Mail server down',
    text: 'Mails are refused until you switch it on again.',
    fault: { ...once, target: 'mail', kind: 'error', remaining: null },
  },
];
const TARGETS = [
  ...(['shopify', 'webhooks', 'mail', 'files', 'storage'] as const),
  ...([
    'stripe',
    'stripe_webhooks',
    'paypal',
    'paypal_webhooks',
    'brevo',
    'brevo_webhooks',
    'klaviyo',
    'shippo',
    'google',
  ] as const),
];
const LOG_TARGETS = [
  ...(['shopify', 'oauth', 'webhooks', 'mail', 'files', 'storage'] as const),
  ...([
    'stripe',
    'stripe_webhooks',
    'paypal',
    'paypal_webhooks',
    'brevo',
    'brevo_webhooks',
    'klaviyo',
    'shippo',
    'google',
  ] as const),
];
const KIND_TEXT: Record<FaultKind, string> = {
  error: 'Answer with an error',
  timeout: 'Never answer',
  drop_response: 'Do it, lose the answer',
  throttle: 'Throttle',
  duplicate: 'Deliver twice',
  reorder: 'Deliver out of order',
  delay: 'Delay',
  drop: 'Drop',
};

/** Faults to switch on and off, the webhooks on their way, and what was asked of the sandbox. */
export function faultsRoutes(sandbox: Sandbox): Route[] {
  const page = (): string => '/faults';
  return [
    route(
      'GET',
      '/faults',
      showing(sandbox, (request) => renderFaults(sandbox, request)),
    ),
    route(
      'POST',
      '/faults',
      posting(sandbox, page, (request) => {
        const fault = sandbox.faults.add(readFault(readForm(request)));
        return { to: '/faults', done: `On: ${describe(fault)}.` };
      }),
    ),
    route(
      'POST',
      '/faults/clear',
      posting(sandbox, page, () => {
        sandbox.faults.clear();
        return { to: '/faults', done: 'All faults are off.' };
      }),
    ),
    route(
      'POST',
      '/faults/{id}/off',
      posting(sandbox, page, (request) => {
        sandbox.faults.remove(Number(request.params['id']));
        return { to: '/faults', done: 'The fault is off.' };
      }),
    ),
  ];
}

function readFault(form: URLSearchParams): Omit<Fault, 'id'> {
  const preset = PRESETS[Number(form.get('preset') ?? 'NaN')];
  if (preset) return preset.fault;
  const target = TARGETS.find((candidate) => candidate === form.get('target'));
  const kind = FAULT_KINDS.find((candidate) => candidate === form.get('kind'));
  if (!target || !kind) throw new Refusal('Choose what fails and how.', ['target']);
  const number = (name: string, otherwise: number, most: number): number => {
    const value = (form.get(name) ?? '').trim();
    if (value === '') return otherwise;
    if (!/^\d{1,7}$/.test(value) || Number(value) > most)
      throw new Refusal(`${name} must be a whole number up to ${most}.`, [name]);
    return Number(value);
  };
  const times = number('times', 0, 100_000);
  return {
    target,
    kind,
    operation: (form.get('operation') ?? '').trim().slice(0, 100) || null,
    status: number('status', 500, 599),
    remaining: times === 0 ? null : times,
    delayMs: number('delayMs', kind === 'delay' ? 2000 : 0, HOUR_MS),
  };
}

function describe(fault: Fault): string {
  return `${KIND_TEXT[fault.kind].toLowerCase()}, ${fault.target}${fault.operation ? ` ${fault.operation}` : ''}`;
}

function renderFaults(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const faults = sandbox.faults.list();
  return renderToolPage(sandbox, {
    title: 'Faults',
    current: '/faults',
    notice: renderNotice(request),
    lead: 'What goes wrong in the world outside Souk. Switch something on, use Souk as ever, and see that nothing is lost and nothing happens twice.',
    body: markup`<section class="card stack" aria-label="Faults that are on">${faults.length === 0 ? markup`<p class="quiet">No fault is on.</p>` : renderActive(faults)}</section>
<section class="presets" aria-label="Faults to switch on">${PRESETS.map((preset, index) => markup`<form class="card" method="post" action="/faults"><h2>${preset.title}</h2><p class="quiet small">${preset.text}</p><button class="button" name="preset" value="${index}" aria-label="Switch on: ${preset.title}">Switch on</button></form>`)}</section>
${renderOwnFault()}
${renderDeliveries(sandbox)}
${renderRequests(sandbox, request)}`,
  });
}

function renderActive(faults: readonly Fault[]): Markup {
  return markup`<div class="spread"><h2>${countOf(faults.length, 'fault is on', 'faults are on')}</h2><form method="post" action="/faults/clear"><button class="button">Switch all off</button></form></div>
<ul class="active-faults">${faults.map((fault) => markup`<li class="spread"><span><strong>${KIND_TEXT[fault.kind]}</strong> · ${fault.target}${fault.operation ? markup` <code>${fault.operation}</code>` : null} <span class="quiet small">${fault.remaining === null ? 'until it is switched off' : countOf(fault.remaining, 'time left', 'times left')}${fault.kind === 'error' ? `, status ${fault.status}` : ''}${fault.delayMs > 0 ? `, ${fault.delayMs} ms` : ''}</span></span><form method="post" action="/faults/${fault.id}/off"><button class="button" aria-label="Switch off: ${describe(fault)}">Switch off</button></form></li>`)}</ul>`;
}

function renderOwnFault(): Markup {
  return markup`<details class="card"><summary>Another fault</summary><form method="post" action="/faults" class="stack own-fault"><div class="fields">
<div><label for="target">What fails</label><select id="target" name="target">${TARGETS.map((target) => markup`<option>${target}</option>`)}</select></div>
<div><label for="kind">How</label><select id="kind" name="kind">${FAULT_KINDS.map((kind) => markup`<option value="${kind}">${KIND_TEXT[kind]}</option>`)}</select></div>
<div><label for="operation">Only this field or topic</label><input id="operation" name="operation" placeholder="all" maxlength="100"></div>
<div><label for="times">How many times</label><input id="times" name="times" type="number" min="1" placeholder="until switched off"></div>
<div><label for="status">Status (for errors)</label><input id="status" name="status" type="number" min="400" max="599" placeholder="500"></div>
<div><label for="delayMs">Delay (ms)</label><input id="delayMs" name="delayMs" type="number" min="0" placeholder="2000"></div></div><div><button class="button button-main">Switch on</button></div></form></details>`;
}

function renderDeliveries(sandbox: Sandbox): Markup | null {
  const deliveries = sandbox.webhooks.list().slice(-25).reverse();
  if (deliveries.length === 0) return null;
  return markup`<section class="card card-flush"><h2>Latest webhooks</h2><div class="table-scroll" tabindex="0"><table><thead><tr><th>Topic</th><th>Store</th><th>State</th><th class="number">Tries</th><th>Last answer</th></tr></thead><tbody>${deliveries.map((delivery) => markup`<tr><td>${delivery.topic}</td><td>${delivery.shop}</td><td>${renderDeliveryState(delivery)}</td><td class="number">${delivery.attempts.length}</td><td>${lastAnswer(delivery)}</td></tr>`)}</tbody></table></div></section>`;
}

function renderDeliveryState(delivery: WebhookDelivery): Markup {
  const tone = {
    delivered: 'badge-success',
    waiting: 'badge-attention',
    failed: 'badge-critical',
    dropped: 'badge-warning',
  }[delivery.state];
  return markup`<span class="badge ${tone}">${delivery.state}</span>`;
}

function lastAnswer(delivery: WebhookDelivery): string {
  const last = delivery.attempts.at(-1);
  return last ? `${last.status ?? last.error ?? 'no answer'}, ${Math.round(last.durationMs)} ms` : '';
}

function renderRequests(sandbox: Sandbox, request: SandboxRequest): Markup {
  const target = LOG_TARGETS.find((candidate) => candidate === request.query.get('target'));
  const entries = sandbox.log.list(target).slice(-60).reverse();
  return markup`<section class="card card-flush" id="requests"><div class="card-head spread"><h2>What was asked</h2><nav class="row small" aria-label="Show"><a href="/faults#requests"${target ? null : markup` aria-current="true"`}>All</a>${LOG_TARGETS.map((candidate) => markup`<a href="/faults?target=${candidate}#requests"${candidate === target ? markup` aria-current="true"` : null}>${candidate}</a>`)}</nav></div>
${entries.length === 0 ? markup`<p class="empty">Nothing yet.</p>` : markup`<div class="table-scroll" tabindex="0"><table class="requests"><thead><tr><th>At</th><th>Target</th><th>Operation</th><th class="number">Status</th><th class="number">Time</th><th>Contract</th></tr></thead><tbody>${entries.map(renderRequest)}</tbody></table></div>`}</section>`;
}

function renderRequest(entry: LoggedRequest): Markup {
  return markup`<tr><td><time datetime="${entry.at}">${entry.at.slice(11, 19)}</time></td><td>${entry.target}</td><td><details><summary>${entry.operation ?? `${entry.method} ${entry.path}`}</summary><pre>${entry.body.slice(0, BODY_SHOWN) || '(no body)'}</pre></details></td><td class="number">${entry.status}</td><td class="number">${Math.round(entry.durationMs)} ms</td><td>${entry.contract === 'ok' ? markup`<span class="badge badge-success">ok</span>` : entry.contract}</td></tr>`;
}
