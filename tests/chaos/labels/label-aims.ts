import { readLockStatement } from '#tests/support/database/locked-table.ts';
import type { CrashSite } from '#tests/support/crash-site.ts';
import { program } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

/** Where a process is killed: how it is known to be there, and what lets the other end go on. */
export type Aim = { phase: string; reach: () => Promise<boolean>; release: () => Promise<void> };

export const KEPT_OPEN_MS = 1_500;
/** A process that was killed takes its time to start again. */
const REACH_MS = 60_000;

const reached = (holds: () => boolean | Promise<boolean>): Promise<boolean> =>
  waitFor('the phase', holds, REACH_MS).catch(() => false);

/** In a call: what was asked for happens after the kill, and nobody hears of it. */
export function aimAtCall(target: 'shippo' | 'shopify', operation: string): Aim {
  const faults = program().sandbox?.sandbox.faults;
  const more = { status: 500, remaining: 1, delayMs: KEPT_OPEN_MS };
  const fault = faults?.add({ target, operation, kind: 'delay', ...more });
  return {
    phase: `a call is open: ${target} ${operation}`,
    reach: () => reached(() => !faults?.list().some(({ id }) => id === fault?.id)),
    release: () => Promise.resolve(),
  };
}

/** In a transaction that changes a table. */
export async function aimAtTable(site: CrashSite, table: string): Promise<Aim> {
  const release = await site.hold(table);
  return {
    phase: `inside a transaction at ${table}`,
    reach: () => reached(async () => (await readLockStatement()) !== undefined),
    release,
  };
}
