import { randomUUID } from 'node:crypto';
import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import type { Shop } from '../core/state.ts';
import { listExtensions, tables, text } from './app-extensions.ts';
import type { TomlTable } from './app-config.ts';
import { isInstalled } from './store/lookup.ts';
import { signWebhook } from './webhooks.ts';

const TIMEOUT_MS = 10_000;

export type FlowField = { key: string; name: string; isLong: boolean; isRequired: boolean };
/** An action that the app adds to Flow, as its extension says. */
export type FlowAction = { handle: string; name: string; description: string; path: string; fields: FlowField[] };

/** The actions of every extension of type `flow_action`. */
export function listFlowActions(): FlowAction[] {
  return listExtensions('flow_action').map(({ extension, toml }) => ({
    handle: text(extension['handle']),
    name: text(extension['name']),
    description: text(extension['description']),
    path: new URL(text(extension['runtime_url'])).pathname,
    fields: tables((toml['settings'] as { fields?: unknown } | undefined)?.fields).map(readField),
  }));
}

/** A field that refers to something of the store is named after it, and holds its number. */
function readField(field: TomlTable): FlowField {
  const type = text(field['type']);
  const object = type.endsWith('_reference') ? type.replace('_reference', '') : undefined;
  return {
    key: object ? `${object}_id` : text(field['key']),
    name: object ? `${object.charAt(0).toUpperCase()}${object.slice(1)} ID` : text(field['name']),
    isLong: type === 'multi_line_text_field',
    isRequired: field['required'] === true,
  };
}

/** What the app answered to one sending of a run. */
export type FlowAnswer = { runId: string; status: number; body: string };

/**
 * Sends one run of an action to the app, signed over the raw bytes, as Flow does:
 * https://shopify.dev/docs/apps/build/flow/actions/endpoints. A run id that is given again is the same run once more.
 */
export async function sendFlowRun(
  sandbox: Sandbox,
  shop: Shop,
  o: { handle: string; properties: Record<string, string>; runId?: string | undefined },
): Promise<FlowAnswer> {
  const action = listFlowActions().find(({ handle }) => handle === o.handle);
  if (!action) throw new Refusal(`There is no action ${o.handle}.`, ['handle'], 'NOT_FOUND');
  if (!isInstalled(shop)) throw new Refusal(`The app is not installed in ${shop.domain}.`, ['shop']);
  const missing = action.fields.find(({ key, isRequired }) => isRequired && (o.properties[key] ?? '') === '');
  if (missing) throw new Refusal(`${missing.name} is required.`, [missing.key]);
  const runId = o.runId ?? randomUUID();
  const answer = await postToApp(sandbox, action.path, {
    shop_id: String(shop.id),
    shopify_domain: shop.domain,
    action_run_id: runId,
    action_definition_id: action.name,
    handle: action.handle,
    properties: { ...o.properties, step_reference: randomUUID() },
  });
  return { runId, ...answer };
}

/** Posts what Flow says to an address of the app, signed over the raw bytes: its status, and the first 2,000 signs of its answer. */
export async function postToApp(
  sandbox: Sandbox,
  path: string,
  content: object,
): Promise<{ status: number; body: string }> {
  const body = JSON.stringify(content);
  const response = await fetch(new URL(path, sandbox.config.appUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-hmac-sha256': signWebhook(body, sandbox.config.apiSecret),
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, body: (await response.text()).slice(0, 2_000) };
}
