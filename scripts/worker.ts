// The worker process: handles stored deliveries, mails and scheduled jobs.
import { createServer } from 'node:http';
import { loadBundle } from './build-loader.ts';
import { requireProjectNode } from './node-version.ts';
import { startProgram } from './start-program.ts';
import { onStop } from './stop.ts';

requireProjectNode();
if (!('NODE_ENV' in process.env)) Object.assign(process.env, { NODE_ENV: 'production' });
const program = await startProgram(await loadBundle(), { web: false, worker: true });
// A worker answers its own probes where WORKER_PORT is set.
const probes = process.env.WORKER_PORT
  ? createServer((req, res) => void program.handle(req, res)).listen(Number(process.env.WORKER_PORT), '127.0.0.1')
  : undefined;
console.log('Souk works');
onStop(async () => {
  probes?.close();
  await program.close();
});
