import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Handler, Route } from '../core/router.ts';
import { paypalEnvironmentOf, servePaypal } from './paypal/service.ts';
import { BREVO_HOST, serveBrevo } from './mail/brevo.ts';
import { KLAVIYO_HOST, serveKlaviyo } from './mail/klaviyo.ts';
import { googleRoutes } from './google/service.ts';
import { programRoutes } from './programs.ts';
import { removeBgRoutes } from './remove-bg.ts';
import { shippoRoutes } from './shippo/service.ts';
import { serveStripe, STRIPE_HOST } from './stripe/service.ts';
import { wooRoutes } from './woocommerce/service.ts';

/** Every provider, told apart by the host that a request was meant for. */
export function providerRoutes(sandbox: Sandbox): Route[] {
  const byHost: Handler = (request) => {
    if (request.host === STRIPE_HOST) return serveStripe(sandbox, request);
    const environment = paypalEnvironmentOf(request.host);
    return environment
      ? servePaypal(sandbox, request, environment)
      : json(404, { message: 'No provider at this host.' });
  };
  return [
    ...googleRoutes(sandbox),
    ...removeBgRoutes(sandbox),
    ...shippoRoutes(sandbox),
    ...programRoutes(sandbox),
    ...wooRoutes(sandbox),
    route('*', '/v1/{rest*}', byHost),
    route('*', '/v2/{rest*}', byHost),
    route('*', '/v3/{rest*}', (request) =>
      request.host === BREVO_HOST ? serveBrevo(sandbox, request) : json(404, { message: 'No provider at this host.' }),
    ),
    ...(['/api/accounts', '/api/events'] as const).map((path) =>
      route('*', path, (request) =>
        request.host === KLAVIYO_HOST
          ? serveKlaviyo(sandbox, request)
          : json(404, { message: 'No provider at this host.' }),
      ),
    ),
  ];
}
