import type { Sandbox } from '../core/kernel.ts';
import { realMs } from '../core/clock.ts';

const WAIT_MS = 60_000;
/** How often the app's work may lead to further events that are waited for. */
const ROUNDS = 5;
const GAUGES = ['souk_due_work', 'souk_unhandled_deliveries'] as const;

/** Moves the shared clock to a moment or on by a while. */
export function moveClock(sandbox: Sandbox, move: { now: Date } | { advanceMs: number }): void {
  const offsetMs = sandbox.clock.offsetMs();
  sandbox.clock.setOffset(
    'now' in move ? offsetMs + move.now.getTime() - sandbox.clock.now().getTime() : offsetMs + move.advanceMs,
  );
  sandbox.save();
}

/** Sends every event that is due, of the platform and of the providers. */
export async function drainAll(sandbox: Sandbox): Promise<void> {
  await sandbox.webhooks.drain();
  await sandbox.providerWebhooks.drain();
}

/** Sends what is due and waits for the app, anew while its work leads to further events. Answers as `waitForApp` does. */
export async function settle(sandbox: Sandbox): Promise<'idle' | 'busy' | 'unreachable'> {
  let app: 'idle' | 'busy' | 'unreachable' = 'busy';
  for (let round = 0; round < ROUNDS; round += 1) {
    await drainAll(sandbox);
    const sent = countAttempts(sandbox);
    app = await waitForApp(sandbox);
    await drainAll(sandbox);
    if (app !== 'idle' || countAttempts(sandbox) === sent) return app;
  }
  return app;
}

function countAttempts(sandbox: Sandbox): number {
  return [...sandbox.webhooks.list(), ...sandbox.providerWebhooks.list()].reduce(
    (sum, delivery) => sum + delivery.attempts.length,
    0,
  );
}

/**
 * Waits until the app has nothing left to do: its three gauges are 0 in two answers in a row, after it had time to see the new clock.
 * `idle`, `busy` after a minute, or `unreachable` where no app answers.
 */
async function waitForApp(sandbox: Sandbox): Promise<'idle' | 'busy' | 'unreachable'> {
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
