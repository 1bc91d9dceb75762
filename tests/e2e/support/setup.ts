import { fork, type ChildProcess } from 'node:child_process';
import type { FullConfig } from '@playwright/test';
import { buildOnce } from '#scripts/build-once.ts';
import { at } from '#scripts/paths.ts';
import { stackVariable, type StackNote } from './worker-stack.ts';

/**
 * What Playwright does before the tests of a run: one marketplace for each worker, since tests change the one they use. It
 * answers with what takes them down again. With E2E_STACK=running, one that was started by hand
 * (`node tests/e2e/support/keep-stack.ts`) is used instead, by one worker.
 */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  if (process.env.E2E_STACK === 'running') return () => Promise.resolve();
  await buildOnce();
  const keepers = Array.from({ length: config.workers }, (_, index) => startKeeper(index));
  const stop = async () => {
    await Promise.all(keepers.map(({ child }) => stopKeeper(child)));
  };
  try {
    const notes = await Promise.all(keepers.map(({ ready }) => ready));
    for (const [index, note] of notes.entries()) process.env[stackVariable(index)] = JSON.stringify(note);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A process that keeps one marketplace until it is told to stop, or until this process ends. */
function startKeeper(index: number): { child: ChildProcess; ready: Promise<StackNote> } {
  const child = fork(at('tests/e2e/support/keep-stack.ts'), {
    cwd: at(),
    env: { ...process.env, SOUK_LOCAL: `.local/e2e-${String(index)}` },
    // Ctrl-C on the terminal reaches the runner alone, which stops the keepers.
    detached: true,
  });
  const ready = new Promise<StackNote>((resolve, reject) => {
    child.once('message', (note) => {
      resolve(note as StackNote);
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`Marketplace ${String(index)} of the browser tests did not start; its reason stands above.`));
    });
  });
  return { child, ready };
}

async function stopKeeper(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await ended;
}
