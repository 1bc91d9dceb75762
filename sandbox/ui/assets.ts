import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Sandbox } from '../core/kernel.ts';
import { route, text } from '../core/router.ts';
import type { Route, SandboxResponse } from '../core/router.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ASSETS = new Set([
  'base.css',
  'landing.css',
  'admin.css',
  'storefront.css',
  'admin.js',
  'admin-frame.js',
  'extension-frames.js',
  'extension-host.js',
  'picker.js',
  'checkout.js',
  'walk.js',
  'icon.svg',
]);

/** The pages' own stylesheets and scripts, and the stand-in of App Bridge. */
export function assetRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/ui/assets/{file}', (request) => serveAsset(request.params['file'] ?? '')),
    route('GET', '/favicon.ico', () => serveAsset('icon.svg')),
    route('GET', '/shopifycloud/app-bridge.js', () => serveAppBridge(sandbox)),
  ];
}

function serveAsset(file: string): SandboxResponse {
  if (!ASSETS.has(file)) return text(404, `No asset ${file}\n`);
  const body = readFileSync(new URL(`./assets/${file}`, import.meta.url));
  return {
    status: 200,
    headers: { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' },
    body,
  };
}

/** App Bridge's stand-in learns from this file alone where the admin and the gateway are. */
function serveAppBridge(sandbox: Sandbox): SandboxResponse {
  const { publicUrl, appUrl, gatewayUrl } = sandbox.config;
  const addresses = JSON.stringify({
    adminOrigin: new URL(publicUrl).origin,
    appOrigin: new URL(appUrl).origin,
    gatewayOrigin: new URL(gatewayUrl).origin,
  });
  const source = readFileSync(new URL('./app-bridge.js', import.meta.url), 'utf8').replace('__SANDBOX__', addresses);
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: source,
  };
}
