import { resolve } from 'node:path';
import { startSandbox } from './start.ts';

/** The sandbox as a process of its own: `node sandbox/main.ts`. */
const port = Number(process.env['SANDBOX_PORT'] ?? 4000);
try {
  const running = await startSandbox({
    port,
    appUrl: process.env['APP_URL'] ?? 'http://localhost:3000',
    dataDir: resolve(process.env['SANDBOX_DATA'] ?? '.local/sandbox'),
    apiKey: process.env['SHOPIFY_API_KEY'] ?? 'souk-sandbox-key',
    apiSecret: process.env['SHOPIFY_API_SECRET'] ?? 'souk-sandbox-secret',
    ...(process.env['SANDBOX_SAVE_AFTER_MS'] ? { saveAfterMs: Number(process.env['SANDBOX_SAVE_AFTER_MS']) } : {}),
    ...(process.env['SANDBOX_RESTORE_RATE']
      ? {
          throttle: {
            maximumAvailable: Number(process.env['SANDBOX_RESTORE_RATE']) * 20,
            restoreRate: Number(process.env['SANDBOX_RESTORE_RATE']),
          },
        }
      : {}),
  });
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void running.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  console.log(
    `sandbox ready at ${running.url} (gateway ${running.sandbox.config.gatewayUrl}, SMTP 127.0.0.1:${running.sandbox.config.smtpPort})`,
  );
} catch (error) {
  const inUse = error instanceof Error && (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(
    inUse
      ? `sandbox: one of the ports ${port}, ${port + 1} or ${port + 2} is in use. Stop the other program or set SANDBOX_PORT.`
      : error,
  );
  process.exitCode = 1;
}
