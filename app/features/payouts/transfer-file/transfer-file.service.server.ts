import { createHash } from 'node:crypto';
import { dayOf } from '#app/core/calendar.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, formatAmount, money, sumMinor, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { csvHeaders, streamCsv, type Cell } from '#app/server/csv.server.ts';
import { downloadHeaders } from '#app/server/http/file-headers.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { openTransferDestinations, recordTransferExport } from '../methods/bank-account/bank-account.service.server.ts';
import { findPayouts } from '../payouts.repo.server.ts';
import { writeCreditTransfers, type CreditTransfer } from './pain-001.ts';
import { findTransferAccount, viewTransferAccount } from './transfer-account.service.server.ts';
import {
  findTransferObstacle,
  listTransferable,
  type TransferAccount,
  type TransferCandidate,
  type TransferFormat,
} from './transfer-file.ts';
import type { TransferPlan } from './transfer-file.contract.ts';

type Candidate = TransferCandidate & { vendorId: bigint };

/**
 * What files of transfers for some payouts would hold, and why some are not in the SEPA file. Throws missing_permission (403)
 * without the right to pay out, not_found (404) where one of them is not the store's.
 */
export async function planTransfers(ctx: Ctx, payoutIds: readonly bigint[]): Promise<TransferPlan> {
  await assertMayPayOut(ctx);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const candidates = await readCandidates(ctx, tx, payoutIds);
    const inSepa = candidates.filter((one) => findTransferObstacle(one) === null);
    return {
      sepa: {
        count: inSepa.length,
        total: toDto(money(sumMinor(inSepa.map((one) => one.amountMinor)), asCurrency('EUR'))),
      },
      csv: { count: listTransferable(candidates).length },
      notInSepa: candidates.flatMap((one) => {
        const obstacle = findTransferObstacle(one);
        if (obstacle === null) return [];
        return [
          {
            payoutId: one.payoutId,
            vendor: one.vendor,
            amount: toDto(money(one.amountMinor, one.currency)),
            obstacle,
          },
        ];
      }),
      account: await viewTransferAccount(ctx, tx),
    };
  });
}

export type TransferFile = { stream: ReadableStream<Uint8Array>; headers: [string, string][] };

/**
 * A file of transfers for payouts that were recorded by hand. The SEPA file holds what can go into it, the CSV all of them with
 * the reason where an account is missing or withheld. Throws as `planTransfers` does, and invalid_state (409) where nothing
 * would be in it or the marketplace's own account is not known.
 */
export async function exportTransfers(
  ctx: Ctx,
  { payoutIds, format }: { payoutIds: readonly bigint[]; format: TransferFormat },
): Promise<TransferFile> {
  await assertMayPayOut(ctx);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const candidates = await readCandidates(ctx, tx, payoutIds);
    const chosen =
      format === 'sepa'
        ? candidates.filter((one) => findTransferObstacle(one) === null)
        : (listTransferable(candidates) as Candidate[]);
    if (chosen.length === 0) throw stateRefuses('nothing_to_transfer');
    const today = dayOf(ctx.clock.now(), ctx.viewer.store.timezone);
    const file =
      format === 'sepa'
        ? await writeSepa(ctx, tx, { chosen, today })
        : { stream: writeCsv(ctx, chosen), headers: csvHeaders(`transfers-${today}.csv`) };
    await recordTransferExport(
      ctx,
      tx,
      chosen.flatMap(({ vendorId, payoutId, account }) => (account ? [{ vendorId, payoutId, format }] : [])),
    );
    return file;
  });
}

async function readCandidates(ctx: Ctx, tx: SqlTx, payoutIds: readonly bigint[]): Promise<Candidate[]> {
  const ids = [...new Set(payoutIds)];
  const payouts = await findPayouts(tx, ids);
  if (payouts.length !== ids.length) throw new AppError('not_found');
  const destinations = await openTransferDestinations(ctx, tx, [...new Set(payouts.map((one) => one.vendorId))]);
  return [...payouts]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map((payout) => {
      const destination = destinations.get(payout.vendorId);
      return {
        payoutId: String(payout.id),
        vendorId: payout.vendorId,
        vendor: payout.vendor,
        currency: payout.currency,
        amountMinor: payout.amountMinor,
        method: payout.method,
        isTest: payout.isTest,
        isDeleted: payout.deletedAt !== null,
        account: destination?.account ?? null,
        withheld: destination?.withheld ?? null,
      };
    });
}

const remittance = (ctx: Ctx, { payoutId }: TransferCandidate): string => `${ctx.viewer.store.name} payout ${payoutId}`;

async function writeSepa(
  ctx: Ctx,
  tx: SqlTx,
  { chosen, today }: { chosen: readonly Candidate[]; today: string },
): Promise<TransferFile> {
  const debtor = await findTransferAccount(ctx, tx);
  if (!debtor) throw stateRefuses('no_transfer_account');
  const transfers = chosen.map((one): CreditTransfer => {
    invariant(one.account, 'what can go into a SEPA file has its account');
    return {
      endToEndId: one.payoutId,
      amountMinor: one.amountMinor,
      holder: one.account.holder,
      iban: one.account.accountNumber,
      bic: one.account.bankCode,
      remittance: remittance(ctx, one),
    };
  });
  const text = writeCreditTransfers({
    messageId: nameMessage(ctx, debtor, transfers),
    createdAt: ctx.clock.now(),
    executeOn: today,
    debtor,
    transfers,
  });
  return {
    stream: new Blob([text]).stream(),
    headers: downloadHeaders({ type: 'application/xml; charset=utf-8', filename: `transfers-${today}.xml` }),
  };
}

/** The same for the same transfers from the same account: a bank refuses a message that it had before. */
function nameMessage(ctx: Ctx, debtor: TransferAccount, transfers: readonly CreditTransfer[]): string {
  const content = transfers.map(({ endToEndId, amountMinor, iban }) => [endToEndId, String(amountMinor), iban]);
  const parts = [String(ctx.viewer.store.id), debtor.iban, content];
  return `PAY-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 28)}`;
}

const COLUMNS = [
  'payout',
  'vendor',
  'amount',
  'currency',
  'account_holder',
  'account_number',
  'bank_code',
  'bank',
  'reference',
  'in_sepa_file',
  'reason',
] as const;

/** The columns are read by programs and people of a bank, so they stay English. */
function writeCsv(ctx: Ctx, chosen: readonly Candidate[]): ReadableStream<Uint8Array> {
  const rows = chosen.map((one): Cell[] => {
    const obstacle = findTransferObstacle(one);
    return [
      one.payoutId,
      one.vendor,
      formatAmount(one.amountMinor, one.currency),
      one.currency,
      one.account?.holder ?? '',
      one.account?.accountNumber ?? '',
      one.account?.bankCode ?? '',
      one.account?.bankName ?? '',
      remittance(ctx, one),
      obstacle === null ? 'yes' : 'no',
      obstacle ?? '',
    ];
  });
  const parts = [rows];
  return streamCsv(COLUMNS, () => Promise.resolve(parts.shift()));
}
