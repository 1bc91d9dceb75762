import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether a process with this id runs. One that has ended, and that its parent has not taken note of yet, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Linux keeps the entry of an ended process until its parent, in containers often one that never does, asks for it. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // Another system, which has no such file; or it has ended since, which the next question tells.
  }
}

/** The process id in a file; undefined when there is no such file or it holds none. */
export function readPidFile(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim().split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Creates a file with our process id; false when somebody else has it already. */
function claim(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const TAKEOVER_SECONDS = 10;

/**
 * Takes a lock file that holds our process id. A lock whose process is gone is taken over; of several that notice it at the
 * same time one wins. Returns the process id of the living holder when it is not ours to have.
 */
export function takeLock(file: string): { taken: true } | { taken: false; holder: number | undefined } {
  mkdirSync(dirname(file), { recursive: true });
  if (claim(file)) return { taken: true };
  const holder = readPidFile(file);
  if (holder !== undefined && isAlive(holder)) return { taken: false, holder };
  const takeover = `${file}.takeover`;
  if (!claim(takeover)) {
    if (isOlderThan(takeover, TAKEOVER_SECONDS)) rmSync(takeover, { force: true });
    return { taken: false, holder: undefined };
  }
  try {
    // Looked at again under the second lock: another starter may have taken it over in between.
    const now = readPidFile(file);
    if (now === undefined ? isOlderThan(file, 1) : !isAlive(now)) rmSync(file, { force: true });
  } finally {
    rmSync(takeover, { force: true });
  }
  return claim(file) ? { taken: true } : { taken: false, holder: readPidFile(file) };
}

export function releaseLock(file: string): void {
  if (readPidFile(file) === process.pid) rmSync(file, { force: true });
}

/** Runs work while holding a lock file, waiting for other holders. Throws when one holds it longer than the limit. */
export async function withLock<T>(file: string, work: () => Promise<T>, limitMs = 120_000): Promise<T> {
  const start = performance.now();
  while (!takeLock(file).taken) {
    if (performance.now() - start > limitMs) {
      throw new Error(`Process ${readPidFile(file) ?? '?'} has held ${file} for too long. Stop it and start again.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await work();
  } finally {
    releaseLock(file);
  }
}

function isOlderThan(file: string, seconds: number): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > seconds * 1000;
  } catch {
    return false;
  }
}
