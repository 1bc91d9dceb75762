import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openSnapshot } from './persistence.ts';
import type { State } from './state.ts';

const folder = mkdtempSync(join(tmpdir(), 'souk-snapshot-'));

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test('closing waits for what is being written, writes the last state, and nothing comes after it', async () => {
  vi.useFakeTimers();
  // Large enough to be still on its way to the disk when it is closed.
  const state = { version: 1, filling: 'x'.repeat(30_000_000), turn: 1 };
  const snapshot = openSnapshot({ dataDir: folder, saveAfterMs: 300 }, () => state as unknown as State);
  snapshot.touch();
  vi.advanceTimersByTime(1_000);
  state.turn = 2;
  snapshot.touch();
  await snapshot.close();
  snapshot.touch();
  vi.advanceTimersByTime(1_000);
  expect(readdirSync(folder)).toEqual(['state.json']);
  expect(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))).toMatchObject({ turn: 2 });
});
