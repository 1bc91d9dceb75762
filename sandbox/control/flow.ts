import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route, SandboxRequest } from '../core/router.ts';
import type { Shop } from '../core/state.ts';
import { sendFlowRun } from '../platform/flow-calls.ts';
import { listStarted, switchWorkflow } from '../platform/flow-triggers.ts';
import { shopOf } from '../platform/store/lookup.ts';
import { controlBody } from './guard.ts';
import { readObject, readText } from './input.ts';

const DEFAULT_SHOP = 'demo.myshopify.com';

/** Runs an action of the app as a step of a workflow does, switches workflows on and off, and tells what started them. */
export function flowControlRoutes(sandbox: Sandbox): Route[] {
  const readShop = (body: Parameters<typeof readText>[0]): Shop =>
    shopOf(sandbox, readText(body, 'shop') ?? DEFAULT_SHOP);
  return [
    route('POST', '/control/flow/actions/{handle}', async (request) => {
      const body = controlBody(request);
      const given = readObject(body['properties'] ?? {}, 'properties');
      const properties = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
      const runId = readText(body, 'runId');
      return json(200, await sendFlowRun(sandbox, readShop(body), { handle: handleOf(request), properties, runId }));
    }),
    route('POST', '/control/flow/triggers/{handle}', async (request) => {
      const body = controlBody(request);
      await switchWorkflow(sandbox, readShop(body), { handle: handleOf(request), isOn: body['on'] === true });
      return json(200, {});
    }),
    route('GET', '/control/flow/started', (request) =>
      json(200, { started: listStarted(shopOf(sandbox, request.query.get('shop') ?? DEFAULT_SHOP)) }),
    ),
  ];
}

const handleOf = (request: SandboxRequest): string => request.params['handle'] ?? '';
