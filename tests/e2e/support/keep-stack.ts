// Starts a marketplace of the browser tests and keeps it until Ctrl-C or until the process that forked this one lets it go.
// By hand it is for writing tests and looking at screens.
import { startStack } from './stack.ts';

const stop = await startStack();
const { PORT = '', SANDBOX_PORT = '', SOUK_LOCAL = '' } = process.env;
if (process.send) process.send({ PORT, SANDBOX_PORT, SOUK_LOCAL });
else console.log(`E2E_STACK=running PORT=${PORT} SANDBOX_PORT=${SANDBOX_PORT} SOUK_LOCAL=${SOUK_LOCAL}`);
const beat = setInterval(() => undefined, 60_000);
const end = () => {
  clearInterval(beat);
  void stop().then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
process.once('disconnect', end);
// The one who forked this process may have ended while the marketplace was starting.
if (process.send && !process.connected) end();
