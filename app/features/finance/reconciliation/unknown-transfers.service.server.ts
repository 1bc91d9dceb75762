import type { UnknownTransfer } from '#app/features/payouts/unknown/unknown-transfers.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { upsertFindings } from './findings.repo.server.ts';
import { buildUnknown } from './provider-check.ts';
import { findLatestRun } from './runs.repo.server.ts';

/** The run of what was found before there was a run. */
const NO_RUN = 0n;

/** Makes exceptions of transfers that were found as a payout was about to leave; the next comparison finds them too. */
export async function reportUnknownTransfers(
  tx: SqlTx,
  transfers: readonly UnknownTransfer[],
  at: Date,
): Promise<void> {
  if (transfers.length === 0) return;
  const run = await findLatestRun(tx);
  const findings = transfers.map((one) => buildUnknown(one.provider, one.providerRef, one, one.madeAt.toISOString()));
  await upsertFindings(tx, findings, { source: 'stripe', runId: run ? run.id : NO_RUN, at });
}
