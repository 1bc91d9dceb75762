import type { Sandbox } from '../core/kernel.ts';
import { realMs } from '../core/clock.ts';

const WAIT_MS = 60_000;
const GAUGES = ['souk_due_work', 'souk_unhandled_deliveries', 'souk_running_jobs'] as const;

/** Moves the shared clock to a moment or on by a while. */
export function moveClock(sandbox: Sandbox, move: { now: Date } | { advanceMs: number }): void {
  const offsetMs = sandbox.clock.offsetMs();
  sandbox.clock.setOffset(
    'now' in move ? offsetMs + move.now.getTime() - sandbox.clock.now().getTime() : offsetMs + move.advanceMs,
  );
  sandbox.save();
}

/**
 * Waits until the app has nothing left to do: its three gauges are 0 in two answers in a row, after it had time to see the new clock.
 * `idle`, `busy` after a minute, or `unreachable` where no app answers.
 */
export async function waitForApp(sandbox: Sandbox): Promise<'idle' | 'busy' | 'unreachable'> {
  const until = realMs() + WAIT_MS;
  let calm = 0;
  while (realMs() < until) {
    // The app reads the offset at most every 20 ms.
    await new Promise((resolve) => setTimeout(resolve, 40));
    const open = await readGauges(sandbox);
    if (open === null) return 'unreachable';
    calm = open === 0 ? calm + 1 : 0;
    if (calm >= 2) return 'idle';
  }
  return 'busy';
}

async function readGauges(sandbox: Sandbox): Promise<number | null> {
  try {
    const response = await fetch(new URL('/metrics', sandbox.config.appUrl), { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) return null;
    const lines = (await response.text()).split('\n');
    const valueOf = (gauge: string): number =>
      lines
        .filter((line) => line.startsWith(gauge) && /^[{\s]/.test(line.slice(gauge.length)))
        .reduce((sum, line) => sum + Number(line.trim().split(/\s+/).at(-1) ?? 0), 0);
    return GAUGES.reduce((sum, gauge) => sum + valueOf(gauge), 0);
  } catch {
    return null;
  }
}
