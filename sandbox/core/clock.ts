import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxClock } from './kernel.ts';

/** The machine's own Date, also in a process whose Date the preload has shifted. */
const RealDate =
  ((globalThis as Record<symbol, unknown>)[Symbol.for('souk.realDate')] as DateConstructor | undefined) ?? Date;

/** The shared clock: real time plus the offset in `file` (`{"offsetMs": n}`), which the app's preload reads too. */
export function openClock(file: string): SandboxClock {
  let offset = readOffset(file);
  const now = (): Date => new RealDate(RealDate.now() + offset);
  return {
    now,
    iso: () => now().toISOString(),
    offsetMs: () => offset,
    setOffset: (offsetMs) => {
      offset = Math.round(offsetMs);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify({ offsetMs: offset }));
      renameSync(`${file}.new`, file);
    },
  };
}

function readOffset(file: string): number {
  try {
    const { offsetMs } = JSON.parse(readFileSync(file, 'utf8')) as { offsetMs?: unknown };
    return typeof offsetMs === 'number' && Number.isFinite(offsetMs) ? offsetMs : 0;
  } catch {
    return 0;
  }
}

/** Milliseconds of real time, for durations and time-outs only. */
export function realMs(): number {
  return performance.now();
}
