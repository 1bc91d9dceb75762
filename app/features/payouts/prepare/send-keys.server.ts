import { createHash } from 'node:crypto';
import type { PreparedPayout } from '../payout.ts';

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * What the lines of a payout are called, 32 hexadecimal digits: the same for the same store, vendor, currency, orders and amounts,
 * whatever the database remembers of them.
 */
export function computeLinesKey(
  storeId: bigint,
  payout: Pick<PreparedPayout, 'vendorId' | 'currency' | 'isTest' | 'lines'>,
): string {
  const lines = payout.lines.map(({ orderId, amountMinor }) => `${orderId}=${amountMinor}`).sort();
  return digest([String(storeId), payout.vendorId, payout.currency, payout.isTest, lines]);
}

/**
 * The name of a payout at its provider: its lines, and how many payouts of the very same lines a provider was to make before. What
 * failed or came back may be paid again under a new name; a restore that forgot a payout gives its lines the name that it had.
 */
export const buildSendKey = (linesKey: string, earlier: number): string => `${linesKey}-${earlier}`;

/** The name of a batch: that of the payouts in it. */
export const computeBatchKey = (sendKeys: readonly string[]): string => `${digest([...sendKeys].sort())}-batch`;
