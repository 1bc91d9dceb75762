import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { sendFlowRun } from '../platform/flow-calls.ts';
import { shopOf } from '../platform/store/lookup.ts';
import { controlBody } from './guard.ts';
import { readObject, readText } from './input.ts';

const DEFAULT_SHOP = 'demo.myshopify.com';

/** Runs an action of the app as a step of a workflow does. */
export function flowControlRoutes(sandbox: Sandbox): Route[] {
  return [
    route('POST', '/control/flow/actions/{handle}', async (request) => {
      const body = controlBody(request);
      const shop = shopOf(sandbox, readText(body, 'shop') ?? DEFAULT_SHOP);
      const given = readObject(body['properties'] ?? {}, 'properties');
      const properties = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
      const handle = request.params['handle'] ?? '';
      return json(200, await sendFlowRun(sandbox, shop, { handle, properties, runId: readText(body, 'runId') }));
    }),
  ];
}
