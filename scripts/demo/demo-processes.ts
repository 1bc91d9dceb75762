import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { at, local } from '../paths.ts';
import { isAlive } from '../process-file.ts';
import { UserFacingError, sentenceOf } from '../progress.ts';

type Kept = { name: string; pid: number; script: string };

const NOTE = () => local('demo-processes.json');
const STOP_LIMIT_MS = 15_000;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The processes of one demo: started one after the other, stopped in the order of `stopOrder`. */
export type Processes = {
  start(o: { name: string; script: string; args?: string[]; env: Record<string, string> }): void;
  /** Waits until an address answers 200. Throws when the process that should answer ends before. */
  waitUntilAnswers(name: string, url: string): Promise<void>;
  /** Resolves with the name of the first process that ends by itself. */
  crashed: Promise<string>;
  stopAll(order: readonly string[]): Promise<void>;
};

export function openProcesses(): Processes {
  const running = new Map<string, ChildProcess>();
  const kept: Kept[] = [];
  let stopping = false;
  let crash: (name: string) => void = () => undefined;
  const crashed = new Promise<string>((resolve) => {
    crash = resolve;
  });

  return {
    crashed,
    start({ name, script, args = [], env }) {
      const log = local('logs', `${name}.log`);
      mkdirSync(dirname(log), { recursive: true });
      const out = openSync(log, 'w');
      // A group of its own: Ctrl-C on the terminal reaches the demo alone, which stops its processes in order. The channel
      // tells a process when the demo was killed.
      const child = spawn(process.execPath, [at(script), ...args], {
        cwd: at(),
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', out, out, 'ipc'],
      });
      closeSync(out);
      running.set(name, child);
      child.once('exit', () => {
        running.delete(name);
        if (!stopping) crash(name);
      });
      kept.push({ name, pid: child.pid ?? 0, script });
      writeFileSync(NOTE(), JSON.stringify(kept));
    },
    async waitUntilAnswers(name, url) {
      const started = performance.now();
      while (running.has(name)) {
        const answer = await fetch(url).catch(() => undefined);
        await answer?.arrayBuffer();
        if (answer?.ok) return;
        if (performance.now() - started > 90_000) break;
        await pause(50);
      }
      throw new UserFacingError(describeEnd(name));
    },
    async stopAll(order) {
      stopping = true;
      for (const name of order) {
        const child = running.get(name);
        if (child?.pid) await stopProcess(child.pid, () => running.has(name));
      }
      rmSync(NOTE(), { force: true });
    },
  };
}

/** What a process wrote last, as the sentence of its end. */
export function describeEnd(name: string): string {
  const log = local('logs', `${name}.log`);
  let said = '';
  try {
    said = readFileSync(log, 'utf8');
  } catch {
    said = '';
  }
  const known = sentenceOf(new Error(said.slice(-4000)));
  const last = said.trim().split('\n').slice(-12).join('\n');
  return known ?? `The process "${name}" ended unexpectedly. The end of its log (${log}):\n${last}`;
}

async function stopProcess(pid: number, isRunning: () => boolean): Promise<void> {
  const started = performance.now();
  signal(pid, 'SIGTERM');
  while (isRunning() && performance.now() - started < STOP_LIMIT_MS) await pause(20);
  if (isRunning()) signal(pid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends what a demo left running that was killed itself: only processes that still are what the note says. */
export async function clearLeftovers(): Promise<void> {
  let left: Kept[];
  try {
    left = JSON.parse(readFileSync(NOTE(), 'utf8')) as Kept[];
  } catch {
    return;
  }
  for (const { pid, script } of left) {
    const isOurs = () => isAlive(pid) && commandOf(pid).includes(at(script));
    if (isOurs()) await stopProcess(pid, isOurs);
  }
  rmSync(NOTE(), { force: true });
}

function commandOf(pid: number): string {
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout || readProc(pid);
}

/** The command line where there is no ps. */
function readProc(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
