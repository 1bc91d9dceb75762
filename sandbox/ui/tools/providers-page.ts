import type { Sandbox } from '../../core/kernel.ts';
import { route } from '../../core/router.ts';
import type { Route } from '../../core/router.ts';
import { countOf, markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { showing } from '../page.ts';
import { renderToolPage } from './tool-page.ts';

type Provider = {
  name: string;
  state: 'proven' | 'imitated' | 'absent';
  target: string | null;
  /** Where a person acts as this provider. */
  console?: string;
  text: string;
};

const STATES: Record<Provider['state'], { label: string; tone: string }> = {
  proven: { label: 'Held to its contract', tone: 'badge-success' },
  imitated: { label: 'Imitated', tone: 'badge-info' },
  absent: { label: 'Not imitated yet', tone: '' },
};

const PROVIDERS: readonly Provider[] = [
  {
    name: 'Admin GraphQL',
    state: 'proven',
    target: 'shopify',
    text: 'Version 2026-10, executed over the platform’s own published schema: unknown and deprecated fields, missing scopes, missing idempotency keys and too long lists are refused. Query cost and the exact texts of user errors are imitated.',
  },
  {
    name: 'Sign-in and tokens',
    state: 'imitated',
    target: 'oauth',
    text: 'Token exchange, expiring tokens with rotating refresh, session tokens: as documented, and taken by the platform’s own library.',
  },
  {
    name: 'Webhooks',
    state: 'imitated',
    target: 'webhooks',
    text: 'Sent from the subscriptions of shopify.app.toml, signed over the raw body, with the platform’s retries. There is no published schema of the payloads; their shape follows real deliveries.',
  },
  {
    name: 'App Bridge',
    state: 'imitated',
    target: null,
    text: 'A stand-in of the browser script: session tokens, navigation, title bar, save bar, toasts, modals, the product picker. It works with the platform’s own React package.',
  },
  {
    name: 'Storefront and checkout',
    state: 'imitated',
    target: null,
    text: 'Prices, discounts and taxes are split to the cent and always add up, but the real checkout may round a tax elsewhere.',
  },
  {
    name: 'App proxy',
    state: 'imitated',
    target: null,
    text: 'Signed as documented, cookies taken off in both directions.',
  },
  {
    name: 'Mail (SMTP)',
    state: 'proven',
    target: 'mail',
    text: 'A real SMTP server that keeps what it gets; read it under Mail.',
  },
  {
    name: 'Files and object storage',
    state: 'imitated',
    target: 'storage',
    text: 'Staged uploads, the store’s files, and presigned uploads whose signature is checked.',
  },
  {
    name: 'Stripe Connect',
    state: 'imitated',
    target: 'stripe',
    console: '/providers/stripe',
    text: 'Accounts, onboarding, transfers and reversals, with idempotency keys and signed webhooks. Parameters and answers are held against the published contracts by tests; the words of refusals are imitated.',
  },
  {
    name: 'PayPal Payouts',
    state: 'imitated',
    target: 'paypal',
    console: '/providers/paypal',
    text: 'Tokens, batches and their items with every end, signed webhooks. Requests and answers are held against the published contracts by tests; fees are imitated.',
  },
  {
    name: 'Shippo',
    state: 'imitated',
    target: 'shippo',
    console: '/providers/shippo',
    text: 'Shipments with rates of three carriers, labels, refunds and tracking, by test and live keys. Requests and answers are held against the published contract by tests; prices are made up.',
  },
  {
    name: 'Brevo',
    state: 'imitated',
    target: 'brevo',
    console: '/providers/brevo',
    text: 'Takes mails with idempotency keys and tells bounces and complaints. The body of a mail is held against the types of its client by tests; the other calls follow the documentation.',
  },
  {
    name: 'Google Sheets',
    state: 'imitated',
    target: 'google',
    console: '/providers/google',
    text: 'Tokens for a signed assertion of the service account, reading, writing and adding rows of spreadsheets that you share and type into here. Refusals follow the documentation; quotas are imitated by faults only.',
  },
  {
    name: 'Programs outside',
    state: 'imitated',
    target: 'programs',
    console: '/providers/programs',
    text: 'Any host of programs.test takes webhooks of Souk at /souk over https, and checks their signature as Standard Webhooks says.',
  },
  {
    name: 'WooCommerce',
    state: 'imitated',
    target: 'woocommerce',
    console: '/providers/woocommerce',
    text: 'Any store at a host of woo.test answers products, variations, orders and webhooks of the REST API, version 3, by its keys, as its documentation says. Taxes are not reckoned, and a webhook is sent at once where a real store waits for its next visitor.',
  },
  {
    name: 'Klaviyo',
    state: 'imitated',
    target: 'klaviyo',
    console: '/providers/klaviyo',
    text: 'Takes events. Requests and answers are held against the published contracts by tests; no flow makes a mail of an event.',
  },
];

/** The honest state: what stands in for whom, and how far that goes. */
export function providersRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/providers',
      showing(sandbox, () =>
        renderToolPage(sandbox, {
          title: 'Providers',
          current: '/providers',
          lead: 'Who Souk talks to, and who answers here. Souk itself does not know: its calls are led here from outside, and a call to anybody else is refused by name.',
          body: markup`<ul class="providers">${PROVIDERS.map((provider) => renderProvider(sandbox, provider))}</ul>`,
        }),
      ),
    ),
  ];
}

function renderProvider(sandbox: Sandbox, provider: Provider): Markup {
  const calls = provider.target === null ? 0 : sandbox.log.list(provider.target).length;
  const faults = sandbox.faults.list().filter((fault) => fault.target === provider.target).length;
  const { label, tone } = STATES[provider.state];
  return markup`<li class="card stack-tight"><div class="spread"><h2>${provider.name}</h2><span class="badge ${tone}">${label}</span></div><p class="quiet">${provider.text}</p>
${provider.console ? markup`<p><a class="button" href="${provider.console}">Open the console of ${provider.name}</a></p>` : null}
${calls > 0 || faults > 0 ? markup`<p class="small row"><a href="/faults?target=${provider.target}#requests">${countOf(calls, 'call')} since the start</a>${faults > 0 ? markup`<span class="badge badge-warning">${countOf(faults, 'fault')} on</span>` : null}</p>` : null}</li>`;
}
