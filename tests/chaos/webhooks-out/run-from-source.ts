import { createServer } from 'vite';
import { at } from '#scripts/paths.ts';

// The program’s sources import what only its bundler knows: a process of a test loads them through it.
const bundler = await createServer({
  root: at('.'),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
await bundler.ssrLoadModule('/tests/chaos/webhooks-out/webhook-worker.ts');
