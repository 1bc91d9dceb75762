import { z } from 'zod';
import { FLOW_TRIGGER_HANDLES, FLOW_TRIGGERS, type FlowTrigger } from '#app/platform/flow-triggers/flow-trigger.ts';
import { saveTriggerUse } from '#app/platform/flow-triggers/flow-triggers.service.server.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';

/** Where the platform says which triggers workflows use. */
export const TRIGGER_USE_PATH = '/flow/triggers';

/** What it posts: [life-cycle events](https://shopify.dev/docs/apps/build/flow/track-lifecycle-events). */
export const triggerUseSchema = z.object({
  flow_trigger_definition_id: z.string().max(255),
  has_enabled_flow: z.boolean(),
  shopify_domain: z.string().max(255),
  timestamp: z.iso.datetime({ offset: true }),
});
export type TriggerUse = z.output<typeof triggerUseSchema>;

/**
 * Keeps whether a store has a workflow that is on and begins with a trigger. The platform's pages show its name as its id; a handle is
 * taken as well, and a word that is neither counts for all: better an event that starts nothing than a workflow that never starts.
 */
export async function recordTriggerUse(services: Services, use: TriggerUse): Promise<void> {
  const store = await findStoreByDomain(services, use.shopify_domain);
  if (!store || store.uninstalledAt) return;
  const named = findTrigger(use.flow_trigger_definition_id);
  if (!named)
    services.log.warn({ trigger: use.flow_trigger_definition_id }, 'Flow named a trigger that is unknown here');
  // That one is no longer used says nothing of the others.
  const triggers = named ? [named] : use.has_enabled_flow ? FLOW_TRIGGER_HANDLES : [];
  await saveTriggerUse(services, store.id, {
    triggers,
    isUsed: use.has_enabled_flow,
    reportedAt: new Date(use.timestamp),
  });
}

const findTrigger = (id: string): FlowTrigger | undefined =>
  FLOW_TRIGGER_HANDLES.find((handle) => handle === id || FLOW_TRIGGERS[handle] === id);
