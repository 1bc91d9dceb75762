// The worker process: handles stored deliveries, mails and scheduled jobs.
import { createServer } from 'node:http';
import type { Program } from '#app/main/runtime.server.ts';
import { loadBundle } from './build-loader.ts';
import { requireProjectNode } from './node-version.ts';
import { listenAt } from './ports.ts';
import { startProgram } from './start-program.ts';
import { answerStarting } from './starting-answers.ts';
import { onStop } from './stop.ts';

requireProjectNode();
if (!('NODE_ENV' in process.env)) Object.assign(process.env, { NODE_ENV: 'production' });
/** Empty while the process starts. */
const running: { program?: Program } = {};
// A worker answers its own probes where WORKER_PORT is set.
const probes = process.env.WORKER_PORT
  ? createServer((req, res) => {
      if (running.program) void running.program.handle(req, res);
      else answerStarting(req, res);
    })
  : undefined;
if (probes) await listenAt(probes, { port: Number(process.env.WORKER_PORT), host: process.env.HOST ?? '127.0.0.1' });
running.program = await startProgram(await loadBundle(), { web: false, worker: true });
console.log('Souk works');
onStop(async () => {
  probes?.close();
  await running.program?.close();
});
