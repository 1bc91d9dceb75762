import { HOUR_MS } from '#app/core/durations.ts';
import { invariant } from '#app/core/invariant.ts';
import type { BankAccountView } from '#app/features/payouts/methods/bank-account/bank-account.contract.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from '../people.ts';

export const GERMAN_ACCOUNT = {
  kind: 'iban',
  holder: 'Kiln & Co GmbH',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bankCode: 'COBADEFFXXX',
  bankName: 'Commerzbank',
} as const;

/** Enters a bank account as a vendor's owner. `isOld`: so long ago that its number is shown to those who pay. */
export async function buildBankAccount(
  who: Pick<BuiltUser, 'cookie' | 'store'>,
  vendorId: bigint,
  { isOld = false, ...account }: { isOld?: boolean } & Partial<Record<keyof typeof GERMAN_ACCOUNT, string>> = {},
): Promise<BankAccountView> {
  const made = await api(who).put('/payout/bank-account', { ...GERMAN_ACCOUNT, ...account });
  invariant(made.status === 200, `the account was entered (${made.status}: ${JSON.stringify(made.body)})`);
  if (isOld) {
    const detailsChangedAt = new Date(program().clock.now().getTime() - 73 * HOUR_MS);
    await program().owner.bankAccount.updateMany({ where: { vendorId }, data: { detailsChangedAt } });
  }
  return made.as<BankAccountView>();
}
