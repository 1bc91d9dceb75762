import type { Server } from 'node:http';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import type * as Runtime from '#app/main/runtime.server.ts';

export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;
export type Bundle = {
  build: () => Promise<ServerBuild>;
  runtime: typeof Runtime;
  middleware?: Middleware;
  close(): Promise<void>;
};

const runtimeOf = (build: ServerBuild) => (build.entry.module as unknown as { runtime: typeof Runtime }).runtime;

/** The built bundle: the one module graph of the program. */
export async function loadBundle(): Promise<Bundle> {
  const file = new URL('../build/server/index.js', import.meta.url);
  if (!existsSync(file)) throw new Error('There is no build yet. Run npm run build first.');
  const build = (await import(file.href)) as ServerBuild;
  return { build: () => Promise.resolve(build), runtime: runtimeOf(build), close: () => Promise.resolve() };
}

/** The same graph through Vite, with hot reload on the given server. */
export async function loadDevBundle(server: Server): Promise<Bundle> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as unknown as Promise<ServerBuild>;
  return {
    build,
    runtime: runtimeOf(await build()),
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
