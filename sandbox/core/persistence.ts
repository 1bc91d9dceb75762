import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { State } from './state.ts';

/** The snapshot file: written whole to a neighbour, then renamed over the old one, soon after a change and at the end. */
export type Snapshot = {
  load: () => State | null;
  touch: () => void;
  flush: () => void;
  erase: () => void;
  /** Writes the last state; nothing is written after it. */
  close: () => Promise<void>;
};

/** Opens the snapshot of a folder; a change is written after `saveAfterMs`, with all that followed it. */
export function openSnapshot(o: { dataDir: string; saveAfterMs: number }, read: () => State): Snapshot {
  const { dataDir, saveAfterMs } = o;
  const file = join(dataDir, 'state.json');
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let dirty = false;
  let isClosed = false;
  /** How often it was written at once: what was begun before is older, and is not put into its place. */
  let flushes = 0;
  mkdirSync(dataDir, { recursive: true });

  const write = async (): Promise<void> => {
    const startedFlushes = flushes;
    try {
      await writeFile(`${file}.new`, JSON.stringify(read()));
      if (flushes === startedFlushes) renameSync(`${file}.new`, file);
    } catch (error) {
      // The directory may be gone after a reset or at the end of a test; the next change writes again.
      if (existsSync(dataDir)) console.error('sandbox: the snapshot could not be written:', error);
    }
  };
  const begin = (): void => {
    timer = null;
    if (writing) {
      dirty = true;
      return;
    }
    writing = write().finally(() => {
      writing = null;
      if (dirty) touch();
      dirty = false;
    });
  };
  const touch = (): void => {
    if (isClosed) return;
    timer ??= setTimeout(begin, saveAfterMs);
    timer.unref();
  };
  const forget = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const flush = (): void => {
    forget();
    flushes += 1;
    if (!existsSync(dataDir)) return;
    // Another name than the asynchronous writer's, so that the two can never mix their bytes.
    writeFileSync(`${file}.last`, JSON.stringify(read()));
    renameSync(`${file}.last`, file);
  };
  return {
    load: () => {
      if (!existsSync(file)) return null;
      const state = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
      return state.version === 1 ? (state as State) : null;
    },
    touch,
    flush,
    erase: () => {
      forget();
      rmSync(file, { force: true });
    },
    close: async () => {
      isClosed = true;
      forget();
      await writing;
      flush();
    },
  };
}
