// Starts the browser tests' marketplace and keeps it until Ctrl-C, for writing tests and looking at screens.
import { startStack } from './stack.ts';

const stop = await startStack();
const { PORT, SANDBOX_PORT, SOUK_LOCAL } = process.env;
console.log(`E2E_STACK=running PORT=${PORT ?? ''} SANDBOX_PORT=${SANDBOX_PORT ?? ''} SOUK_LOCAL=${SOUK_LOCAL ?? ''}`);
const beat = setInterval(() => undefined, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(beat);
    void stop();
  });
}
