import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { startPostgres, type RunningPostgres } from './embedded-postgres.ts';
import { isAlive } from '../process-file.ts';

const folders: string[] = [];
const servers: RunningPostgres[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'souk-pg-'));
  folders.push(folder);
  return folder;
}

async function start(dir: string): Promise<RunningPostgres> {
  const server = await startPostgres({ dir, volatile: true });
  servers.push(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(text)).rows[0]?.value;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('is started once by two first starters of the same folder', async () => {
    const dir = newFolder();
    const [one, two] = await Promise.all([start(dir), start(dir)]);
    expect(one.pid).toBe(two.pid);
    expect([one.joined, two.joined].sort()).toEqual([false, true]);
    expect(await query(one.url, 'SELECT 1 AS value')).toBe(1);
  });

  it('starts again after it was killed, with the data that was committed', async () => {
    const dir = newFolder();
    const first = await start(dir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    await query(first.url, 'CHECKPOINT');
    process.kill(first.pid, 'SIGKILL');
    const second = await start(dir);
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, 'SELECT value FROM kept')).toBe(42);
  });

  it('leaves no process when it was stopped', async () => {
    const server = await start(newFolder());
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
  });
});
