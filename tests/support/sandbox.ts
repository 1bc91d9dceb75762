import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HOUR_MS } from '#app/core/durations.ts';
import type { RunningSandbox } from '#sandbox/start.ts';
import { startSandbox } from '#sandbox/testing.ts';
import { API_KEY, API_SECRET, type testEnvironment } from './environment.ts';

export type TestSandbox = RunningSandbox & {
  environment: Pick<Parameters<typeof testEnvironment>[0], 'smtpUrl' | 'storage'>;
  /** A call of the control API; throws when it is refused. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
};

/** Longer than a test file takes: nobody reads the state of its sandbox from the disk. */
const NEVER_MS = HOUR_MS;
const PRELOAD = pathToFileURL(join(import.meta.dirname, '../../sandbox/preload.mjs')).href;

/** Starts the platform's stand-in in this process on free ports, and sends this process's outgoing requests to it. */
export async function startTestSandbox(appUrl: string): Promise<TestSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-sandbox-'));
  const keys = { apiKey: API_KEY, apiSecret: API_SECRET };
  const started = await startSandbox({ ...keys, port: 0, appUrl, dataDir, saveAfterMs: NEVER_MS });
  process.env.SANDBOX_ORIGIN = started.url;
  await import(/* @vite-ignore */ PRELOAD);
  const { storage, smtpPort } = started.sandbox.config;
  return {
    ...started,
    environment: {
      smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
      storage: { endpoint: `${started.url}/storage`, bucket: 'souk', ...storage },
    },
    control: (method, path, body) => callControl(started.url, method, path, body),
    stop: async () => {
      await started.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function callControl<T>(origin: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${origin}/control${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} /control${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}
