import type { Currency } from '#app/core/money/money.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import { isIban } from '#app/core/money/iban.ts';
import type { BankAccount } from '../methods/bank-account/bank-account.ts';

export const TRANSFER_FORMATS = ['sepa', 'csv'] as const;
export type TransferFormat = (typeof TRANSFER_FORMATS)[number];

/** The most payouts that one file holds. */
export const MAX_TRANSFERS = 500;
/** The longest name of whoever pays or is paid in a SEPA file, in characters. */
export const MAX_SEPA_NAME = 70;

/** The marketplace's own account, from which transfers are made. */
export type TransferAccount = { holder: string; iban: string; bic: string };

/** Why a payout is in no SEPA file. The first ones keep the account out of every file. */
export const TRANSFER_OBSTACLES = [
  'deleted',
  'by_provider',
  'test',
  'no_account',
  'details_unapproved',
  'details_changed',
  'currency',
  'not_iban',
  'country',
  'amount',
] as const;
export type TransferObstacle = (typeof TRANSFER_OBSTACLES)[number];

/** Of these nothing is transferred, by whatever file. */
export const NEVER_TRANSFERRED: readonly TransferObstacle[] = ['deleted', 'by_provider', 'test'];

/** A payout that may become a transfer, with the vendor's account where it may be shown. */
export type TransferCandidate = {
  payoutId: string;
  vendor: string;
  currency: Currency;
  amountMinor: bigint;
  method: PayoutMethod;
  isTest: boolean;
  isDeleted: boolean;
  account: BankAccount | null;
  /** Why the account is not shown although there is one. */
  withheld: 'details_unapproved' | 'details_changed' | null;
};

/** The countries whose accounts take part in the Single Euro Payments Area. */
const SEPA_COUNTRIES: ReadonlySet<string> = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);

/** Whether a normalized text is an IBAN that SEPA transfers reach. */
export const isSepaIban = (account: string): boolean => isIban(account) && SEPA_COUNTRIES.has(account.slice(0, 2));

/** The largest amount of a SEPA transfer, in cents. */
const MAX_SEPA_MINOR = 99_999_999_999n;

/** Why a payout cannot go into a SEPA file, or null where it can. */
export function findTransferObstacle(one: TransferCandidate): TransferObstacle | null {
  if (one.isDeleted) return 'deleted';
  if (one.method !== 'manual') return 'by_provider';
  if (one.isTest) return 'test';
  if (one.withheld !== null) return one.withheld;
  if (one.account === null) return 'no_account';
  if (one.currency !== 'EUR') return 'currency';
  if (one.account.kind !== 'iban') return 'not_iban';
  if (!isSepaIban(one.account.accountNumber)) return 'country';
  return one.amountMinor > MAX_SEPA_MINOR ? 'amount' : null;
}

/** The payouts that a file of transfers can name at all, in the order of their numbers. */
export function listTransferable(candidates: readonly TransferCandidate[]): TransferCandidate[] {
  return candidates.filter((one) => {
    const obstacle = findTransferObstacle(one);
    return obstacle === null || !NEVER_TRANSFERRED.includes(obstacle);
  });
}
