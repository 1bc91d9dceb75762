import { AppError } from '#app/core/errors.ts';
import { flowRunSchema, readFlowPath } from '#app/features/flow/flow-action.ts';
import { runFlowAction } from '#app/features/flow/run-action.service.server.ts';
import { recordTriggerUse, TRIGGER_USE_PATH, triggerUseSchema } from '#app/features/flow/trigger-use.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { FlowHandler } from '#app/server/http/flow.server.ts';
import { describeRequest } from '#app/server/request-context.server.ts';
import type { z } from 'zod';
import { flowCtx } from './ctx.server.ts';

/** Who answers what the platform's Flow posts to an address: an action by its handle, or the use of triggers; undefined for no address. */
export function findFlowHandler(services: Services, path: string): FlowHandler | undefined {
  const action = readFlowPath(path);
  if (action !== undefined)
    return async (body) => {
      const run = readBody(flowRunSchema, body);
      await runFlowAction(await flowCtx(run.shopify_domain), action, run);
    };
  if (path === TRIGGER_USE_PATH) return (body) => recordTriggerUse(services, readBody(triggerUseSchema, body));
  return undefined;
}

function readBody<T extends { shopify_domain: string }>(schema: z.ZodType<T>, body: unknown): T {
  const { data } = schema.safeParse(body);
  if (!data) throw new AppError('body_not_json');
  describeRequest({ store: data.shopify_domain });
  return data;
}
