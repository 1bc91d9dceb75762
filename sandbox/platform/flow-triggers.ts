import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import type { Shop, StartedWorkflow } from '../core/state.ts';
import { listExtensions, tables, text } from './app-extensions.ts';
import { postToApp } from './flow-calls.ts';
import { isInstalled } from './store/lookup.ts';

/** The platform takes no more of a trigger. */
const MAX_BYTES = 50_000;
const MAX_KEPT = 2_000;

/** A trigger that the app adds to Flow, as its extension says; `keys` are what its payload must hold. */
export type FlowTrigger = { handle: string; name: string; description: string; keys: string[] };

/** The triggers of every extension of type `flow_trigger`. */
export function listFlowTriggers(): FlowTrigger[] {
  return listExtensions('flow_trigger').map(({ extension, toml }) => ({
    handle: text(extension['handle']),
    name: text(extension['name']),
    description: text(extension['description']),
    keys: tables((toml['settings'] as { fields?: unknown } | undefined)?.fields).map((field) => {
      const type = text(field['type']);
      return type.endsWith('_reference') ? type.replace('_reference', '_id') : text(field['key']);
    }),
  }));
}

const requireTrigger = (handle: string): FlowTrigger => {
  const found = listFlowTriggers().find((trigger) => trigger.handle === handle);
  if (!found) throw new Refusal(`There is no trigger ${handle}.`, ['handle'], 'NOT_FOUND');
  return found;
};

/** Whether a workflow of the shop that is on begins with a trigger. */
export const isWorkflowOn = (shop: Shop, handle: string): boolean => shop.flow?.on.includes(handle) ?? false;

/** What started, or would have started, workflows of a shop; the newest first. */
export const listStarted = (shop: Shop): readonly StartedWorkflow[] => shop.flow?.started ?? [];

/**
 * Switches a workflow that begins with a trigger on or off, and tells the app of it, which has to take that:
 * https://shopify.dev/docs/apps/build/flow/track-lifecycle-events. Its pages show the trigger's name as its id.
 */
export async function switchWorkflow(
  sandbox: Sandbox,
  shop: Shop,
  { handle, isOn }: { handle: string; isOn: boolean },
): Promise<void> {
  const trigger = requireTrigger(handle);
  if (!isInstalled(shop)) throw new Refusal(`The app is not installed in ${shop.domain}.`, ['shop']);
  for (const { extension } of listExtensions('flow_trigger_lifecycle_callback')) {
    const { status } = await postToApp(sandbox, new URL(text(extension['url'])).pathname, {
      flow_trigger_definition_id: trigger.name,
      has_enabled_flow: isOn,
      shop_id: shop.id,
      shopify_domain: shop.domain,
      timestamp: sandbox.clock.now().toISOString(),
    });
    if (status < 200 || status > 299)
      throw new Refusal(`The app did not take it (${String(status)}): the workflow stays as it is.`, ['handle']);
  }
  const others = (shop.flow?.on ?? []).filter((one) => one !== handle);
  shop.flow = { on: isOn ? [...others, handle] : others, started: [...listStarted(shop)] };
  sandbox.save();
}

/** `flowTriggerReceive`: starts the workflows of a trigger, each time anew. What no workflow begins with is kept as such. */
export function receiveTrigger(
  sandbox: Sandbox,
  shop: Shop,
  { handle, payload }: { handle: string; payload: Record<string, unknown> },
): void {
  const { keys } = requireTrigger(handle);
  if (Buffer.byteLength(JSON.stringify(payload)) > MAX_BYTES)
    throw new Refusal('Payload is larger than 50 kB.', ['payload']);
  const missing = keys.filter((key) => payload[key] === undefined || payload[key] === null);
  const unknown = Object.keys(payload).filter((key) => !keys.includes(key));
  if (missing.length + unknown.length > 0)
    throw new Refusal(`Errors validating schema: ${[...missing, ...unknown].map((key) => `'${key}'`).join(', ')}`, [
      'payload',
    ]);
  const started: StartedWorkflow = {
    handle,
    payload,
    at: sandbox.clock.now().toISOString(),
    isUsed: isWorkflowOn(shop, handle),
  };
  shop.flow = { on: shop.flow?.on ?? [], started: [started, ...listStarted(shop)].slice(0, MAX_KEPT) };
  sandbox.save();
}
