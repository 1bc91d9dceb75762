import type { Sandbox } from '../core/kernel.ts';
import { Refusal } from '../core/kernel.ts';
import { html } from '../core/router.ts';
import type { SandboxRequest, SandboxResponse } from '../core/router.ts';
import { bundleExtension, listUiExtensions } from '../platform/ui-extensions.ts';
import type { UiExtension } from '../platform/ui-extensions.ts';
import { markup, scriptJson } from './markup.ts';

/** What the host’s half in the frame needs, wherever it stands; `extension-host.js` reads it. */
export type FrameSettings = {
  surface: 'admin' | 'customer-account';
  target: string;
  locale: string;
  texts: unknown;
  /** Where a session token is fetched, and the extension’s script. */
  tokenPath: string;
  script: string;
};

/** The extension that an address names. */
export function requireExtension(request: SandboxRequest): UiExtension {
  const handle = (request.params['handle'] ?? '').replace(/\.js$/, '');
  const found = listUiExtensions().find((extension) => extension.handle === handle);
  if (!found) throw new Refusal(`There is no extension ${handle}.`, ['handle'], 'NOT_FOUND');
  return found;
}

/** The page of one extension’s frame: its settings, the host’s components, then its script. */
export function renderFramePage(
  sandbox: Sandbox,
  { handle }: UiExtension,
  settings: FrameSettings & Record<string, unknown>,
): SandboxResponse {
  const { gatewayUrl } = sandbox.config;
  const { source } = markup`<!doctype html>
<html lang="${settings.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${handle}</title>
<link rel="stylesheet" href="/ui/assets/base.css">
<script type="module" src="/ui/assets/extension-host.js"></script></head>
<body class="extension">
<script type="application/json" id="extension-settings">${scriptJson({ ...settings, appOrigin: new URL(gatewayUrl).origin })}</script>
</body></html>`;
  return html(200, source, {
    'content-security-policy': `default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ${gatewayUrl}; object-src 'none'; base-uri 'none'; frame-ancestors 'self'`,
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
}

/** The built script of the extension that an address names. */
export async function answerScript(request: SandboxRequest): Promise<SandboxResponse> {
  return {
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
    body: await bundleExtension(requireExtension(request)),
  };
}
