import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { parseMinor } from '../../core/money.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest } from '../../core/router.ts';
import type { ProviderDelivery } from '../../core/state.ts';
import { markup, showMoney, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting } from '../page.ts';

const SHOWN = 30;
/** The sandbox has no place of its own: its consoles show UTC. */
export const CONSOLE_ZONE = { timezone: 'UTC' } as const;

/** A form of a console: does what it says and goes back to the page, which tells what was done. */
export function consoleAction(
  sandbox: Sandbox,
  page: string,
  path: string,
  run: (request: SandboxRequest) => string,
): Route {
  return route(
    'POST',
    page + path,
    posting(
      sandbox,
      () => page,
      (request) => {
        const done = run(request);
        sandbox.save();
        return { to: page, done };
      },
    ),
  );
}

/** Sends an event of a provider once more, from its console. */
export function resendRoute(sandbox: Sandbox, provider: ProviderDelivery['provider']): Route {
  return consoleAction(sandbox, `/providers/${provider}`, '/webhooks/{id}/resend', (request) => {
    const found = sandbox.providerWebhooks.list().find((delivery) => delivery.id === request.params['id']);
    if (!found) throw new Refusal('This delivery is not here any more.', ['id'], 'NOT_FOUND');
    sandbox.providerWebhooks.resend(found);
    return `${found.topic} is on its way once more.`;
  });
}

/** The latest events of a provider on their way to the app. */
export function renderProviderDeliveries(sandbox: Sandbox, provider: ProviderDelivery['provider']): Markup {
  const all = sandbox.providerWebhooks.list().filter((delivery) => delivery.provider === provider);
  const deliveries = all.slice(-SHOWN).reverse();
  return markup`<section class="card card-flush" id="webhooks"><h2>Webhooks sent</h2>${
    deliveries.length === 0
      ? markup`<p class="empty">None yet. They go to the addresses that Souk registered.</p>`
      : markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Event</th><th>At</th><th>State</th><th class="number">Tries</th><th>Last answer</th><th><span class="visually-hidden">Action</span></th></tr></thead><tbody>${deliveries.map((delivery) => renderDelivery(provider, delivery))}</tbody></table></div>`
  }</section>`;
}

function renderDelivery(provider: string, delivery: ProviderDelivery): Markup {
  const tone = {
    delivered: 'badge-success',
    waiting: 'badge-attention',
    failed: 'badge-critical',
    dropped: 'badge-warning',
  }[delivery.state];
  const last = delivery.attempts.at(-1);
  return markup`<tr><td><details><summary>${delivery.topic}</summary><pre>${delivery.body}</pre></details></td><td>${showTime(delivery.triggeredAt, CONSOLE_ZONE)}</td><td><span class="badge ${tone}">${delivery.state}</span></td><td class="number">${delivery.attempts.length}</td><td>${last ? (last.status ?? last.error ?? 'no answer') : ''}</td><td><form method="post" action="/providers/${provider}/webhooks/${delivery.id}/resend"><button class="button" aria-label="Send ${delivery.topic} once more">Once more</button></form></td></tr>`;
}

/** Balances by currency; an account without any has nothing. */
export function renderBalances(balances: Record<string, number>): Markup {
  const entries = Object.entries(balances);
  if (entries.length === 0) return markup`<span class="quiet">nothing</span>`;
  return markup`${entries.map(([currency, minor], at) => markup`${at > 0 ? ' · ' : ''}${showMoney(minor, currency.toUpperCase())}`)}`;
}

/** The fields that set a balance; `name` tells several of them apart for who cannot see them. */
export function renderBalanceForm(action: string, name: string): Markup {
  return markup`<form method="post" action="${action}" class="row"><label class="visually-hidden" for="${name}-amount">Balance of ${name}</label><input id="${name}-amount" name="amount" class="short" inputmode="decimal" required placeholder="100.00" maxlength="20"><label class="visually-hidden" for="${name}-currency">Currency</label><input id="${name}-currency" name="currency" class="short" required pattern="[A-Za-z]{3}" placeholder="USD" maxlength="3"><button class="button">Set the balance</button></form>`;
}

/** What such a form says: a currency of three capitals, and an amount of it in minor units. */
export function readBalance(request: SandboxRequest): { currency: string; minor: number } {
  const form = readForm(request);
  const currency = (form.get('currency') ?? '').trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new Refusal('A currency has three letters.', ['currency']);
  const minor = parseMinor(form.get('amount') ?? '', currency);
  if (minor === null) throw new Refusal(`This is no amount of ${currency}.`, ['amount']);
  return { currency, minor };
}
