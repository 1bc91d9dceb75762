import type { StripeTransfer } from '#app/adapters/stripe/transfers.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOfAnother, readLinesKey, readReference, readVendorMark } from '../execute/provider-payout.ts';
import { listOfReferences } from '../execute/provider-payouts.repo.server.ts';
import * as repo from './unknown-transfers.repo.server.ts';

export type { UnknownTransfer } from './unknown-transfers.repo.server.ts';

/** What main hands to the sending of payouts: how an unknown transfer becomes an exception of the comparison. */
export type ReportUnknown = (tx: SqlTx, transfers: readonly repo.UnknownTransfer[], at: Date) => Promise<void>;

/**
 * Which of a provider's transfers carry a name of ours, are of this store (`domain`), and belong to no payout here; those that
 * somebody decided about are left out.
 */
export async function findUnknown(
  tx: SqlTx,
  transfers: readonly StripeTransfer[],
  domain: string,
): Promise<StripeTransfer[]> {
  const ours = transfers.filter(({ group, metadata }) => readReference(group) && !isOfAnother(metadata, domain));
  if (ours.length === 0) return [];
  const known = await listOfReferences(
    tx,
    ours.flatMap(({ group }) => group ?? []),
  );
  const references = new Set(known.map(({ reference }) => reference));
  const decided = await repo.listDecided(
    tx,
    'stripe',
    ours.map(({ transferId }) => transferId),
  );
  return ours.filter(({ group, transferId }) => !references.has(group ?? '') && !decided.has(transferId));
}

/** The payouts of the store that references of a provider name. */
export const listPayoutsOfReferences = (tx: SqlTx, references: readonly string[]): Promise<{ id: bigint }[]> =>
  listOfReferences(tx, references);

/** Records unknown transfers: from now on they stop the payouts of their vendor. */
export function recordUnknown(tx: SqlTx, transfers: readonly repo.UnknownTransfer[], at: Date): Promise<void> {
  return repo.insertUnknown(tx, transfers, at);
}

/** The vendors of transfers, by transfer: by what the transfer says, else by whom its account was paid for. */
export async function findVendors(
  tx: SqlTx,
  transfers: readonly Pick<StripeTransfer, 'transferId' | 'destination' | 'metadata'>[],
): Promise<Map<string, bigint>> {
  const byDestination = await repo.listVendorsOfDestinations(
    tx,
    'stripe',
    transfers.map(({ destination }) => destination),
  );
  return new Map(
    transfers.flatMap(({ transferId, destination, metadata }) => {
      const vendorId = readVendorMark(metadata) ?? byDestination.get(destination);
      return vendorId === undefined ? [] : [[transferId, vendorId] as const];
    }),
  );
}

/** Lets payouts of a vendor go on past an unknown transfer (`at`), or stops them again (null). Needs the right to pay out. */
export function decideUnknown(tx: SqlTx, provider: string, providerRef: string, at: Date | null): Promise<void> {
  return repo.markDecided(tx, provider, providerRef, at);
}

/**
 * The vendors of whom an unknown transfer stops the payouts, each with the lines that their unknown transfers were for: a payout of
 * the very same lines finds its transfer and sends nothing.
 */
export async function listStopped(tx: SqlTx, vendorIds: readonly bigint[]): Promise<Map<bigint, Set<string>>> {
  const stopped = new Map<bigint, Set<string>>();
  for (const { vendorId, reference } of await repo.listUndecided(tx, vendorIds)) {
    const lines = stopped.get(vendorId) ?? new Set<string>();
    stopped.set(vendorId, lines);
    const key = readLinesKey(reference);
    if (key !== undefined) lines.add(key);
  }
  return stopped;
}
