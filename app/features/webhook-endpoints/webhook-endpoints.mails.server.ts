import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { findAnyEndpoint } from './endpoints.repo.server.ts';
import { ENDPOINT_PROBLEMS, shortUrl } from './webhook-endpoint.ts';

const paramsSchema = z.object({ endpointId: idSchema, problem: z.enum(ENDPOINT_PROBLEMS) });

async function readOff(services: Services, { storeId, params }: MailOccasion) {
  const { endpointId, problem } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const endpoint = await services.db.fast(marketplaceScope(storeId), (tx) => findAnyEndpoint(tx, endpointId));
  if (!store || !endpoint) return undefined;
  const url = portalUrl(services, store, `/app/settings/webhooks/${String(endpointId)}`);
  return { address: shortUrl(endpoint.url), problem, url };
}

/** What the mails say about an endpoint that was switched off by itself; nothing where it was deleted since. */
export const webhookEndpointMails: readonly MailVariables[] = [
  mailVariables('vendor-webhook-off', readOff),
  mailVariables('marketplace-webhook-off', readOff),
];
