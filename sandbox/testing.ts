import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox as start } from './start.ts';
import type { RunningSandbox, StartOptions } from './start.ts';

export const TEST_API_KEY = 'test-api-key';
export const TEST_API_SECRET = 'test-api-secret';

/** A sandbox on free ports for tests; without `dataDir` in a folder of its own that goes with `stop()`. */
export async function startSandbox(options: Partial<StartOptions> = {}): Promise<RunningSandbox> {
  const ownDir = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'souk-sandbox-')) : null;
  const running = await start({
    port: 0,
    appUrl: 'http://127.0.0.1:9',
    dataDir: ownDir ?? options.dataDir ?? '',
    apiKey: TEST_API_KEY,
    apiSecret: TEST_API_SECRET,
    ...options,
  });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      if (ownDir) rmSync(ownDir, { recursive: true, force: true });
    },
  };
}

/** Calls the control API and gives the answer's JSON. Throws with its message when it refuses. */
export async function control<T = Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${url}/control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(`${method} /control${path}: ${response.status} ${answer.message ?? ''}`);
  return answer;
}
