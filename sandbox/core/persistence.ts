import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { State } from './state.ts';

const SAVE_AFTER_MS = 300;

/** The snapshot file: written whole to a neighbour, then renamed over the old one, soon after a change and at the end. */
export type Snapshot = { load: () => State | null; touch: () => void; flush: () => void; erase: () => void };

export function openSnapshot(dataDir: string, read: () => State): Snapshot {
  const file = join(dataDir, 'state.json');
  let timer: NodeJS.Timeout | null = null;
  let writing = false;
  let dirty = false;
  mkdirSync(dataDir, { recursive: true });

  const write = async (): Promise<void> => {
    timer = null;
    if (writing) {
      dirty = true;
      return;
    }
    writing = true;
    try {
      await writeFile(`${file}.new`, JSON.stringify(read()));
      await rename(`${file}.new`, file);
    } catch (error) {
      // The directory may be gone after a reset or at the end of a test; the next change writes again.
      if (existsSync(dataDir)) console.error('sandbox: the snapshot could not be written:', error);
    } finally {
      writing = false;
      if (dirty) {
        dirty = false;
        touch();
      }
    }
  };
  const touch = (): void => {
    timer ??= setTimeout(() => void write(), SAVE_AFTER_MS);
    timer.unref();
  };
  return {
    load: () => {
      if (!existsSync(file)) return null;
      const state = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
      return state.version === 1 ? (state as State) : null;
    },
    touch,
    flush: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      if (!existsSync(dataDir)) return;
      // Another name than the asynchronous writer's, so that the two can never mix their bytes.
      writeFileSync(`${file}.last`, JSON.stringify(read()));
      renameSync(`${file}.last`, file);
    },
    erase: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      rmSync(file, { force: true });
    },
  };
}
