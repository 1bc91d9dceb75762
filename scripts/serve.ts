// The web process: `node scripts/serve.ts` serves the build, with --dev through Vite, with --worker it also does the work behind.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Program } from '#app/main/runtime.server.ts';
import compression from 'compression';
import { loadBundle, loadDevBundle, type Middleware } from './build-loader.ts';
import { createFailureLog } from './proof/failure-log.ts';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';
import { listenAt } from './ports.ts';
import { remixListener } from './remix-listener.ts';
import { startProgram } from './start-program.ts';
import { answerStarting } from './starting-answers.ts';
import { serveStaticFiles } from './static-files.ts';
import { onStop } from './stop.ts';

requireProjectNode();
const dev = process.argv.includes('--dev');
if (!('NODE_ENV' in process.env)) Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production' });
const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';

const logFailure = createFailureLog({ write: (line) => console.error(line), now: () => Date.now() });
/** Empty while the process starts. */
const running: { program?: Program } = {};
const http = createServer((req, res) => {
  if (!running.program) {
    answerStarting(req, res);
    return;
  }
  answer(running.program, req, res).catch((error: unknown) => {
    logFailure(error);
    if (res.headersSent) res.destroy();
    else
      res
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"message":"Something went wrong on our side","code":"internal"}');
  });
});
http.keepAliveTimeout = 65_000;
// Files of 20 MB come over slow lines: only who does not even send headers is hurried.
http.headersTimeout = 30_000;
http.requestTimeout = 600_000;

await listenAt(http, { port, host });
const bundle = dev ? await loadDevBundle(http) : await loadBundle();
const remix = remixListener(dev ? bundle.build : await bundle.build(), (req) => originOf(req));
const chain: Middleware[] = [
  compression() as unknown as Middleware,
  bundle.middleware ?? serveStaticFiles(at('build/client')),
];

async function answer(program: Program, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (await program.handle(req, res)) return;
  for (const step of chain) {
    const passed = await new Promise<boolean>((resolve, reject) => {
      res.once('close', () => {
        resolve(false);
      });
      step(req, res, (error) => {
        if (error) reject(error instanceof Error ? error : new Error('a middleware failed'));
        else resolve(true);
      });
    });
    if (!passed) return;
  }
  const page = await program.openPage(req);
  await remix(req, res, page.context, page.writeHeaders);
}

/** The program has found out before Remix is asked to which origin a request was made. */
function originOf(req: IncomingMessage): string {
  return String(req.headers['x-souk-origin'] ?? `http://127.0.0.1:${port}`);
}

running.program = await startProgram(bundle, { web: true, worker: dev || process.argv.includes('--worker') });
console.log(`Souk listens on http://${host}:${port}`);

onStop(async () => {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeIdleConnections();
  const sweep = setInterval(() => http.closeIdleConnections(), 100);
  // Supervisors give half a minute.
  const limit = setTimeout(() => http.closeAllConnections(), 25_000);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
  await running.program?.close();
  await bundle.close();
});
