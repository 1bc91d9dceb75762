import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { timeDto } from '#app/core/dto.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { approveDestinationBody } from '../payout-methods.contract.ts';
import {
  ACCOUNT_CHARACTERS,
  BANK_ACCOUNT_KINDS,
  BANK_CODE_CHARACTERS,
  findProblems,
  normalizeNumber,
  US_ACCOUNT_DIGITS,
  type BankAccountRule,
  MAX_HOLDER,
  MAX_BANK_NAME,
  MAX_TYPED_NUMBER,
} from './bank-account.ts';

const MESSAGES: Readonly<Record<BankAccountRule, string>> = {
  iban: rule('iban'),
  bic: rule('bic'),
  routing_number: rule('routing_number'),
  account_digits: rule('account_digits', US_ACCOUNT_DIGITS),
  account_characters: rule('letters_and_digits', ACCOUNT_CHARACTERS),
  bank_code_characters: rule('letters_and_digits', BANK_CODE_CHARACTERS),
  required_field: rule('required_field'),
};

const typedNumber = z.string().max(MAX_TYPED_NUMBER, rule('max_characters', { maximum: MAX_TYPED_NUMBER }));

export const bankAccountInput = z
  .object({
    kind: z.enum(BANK_ACCOUNT_KINDS),
    holder: z
      .string()
      .trim()
      .min(1, rule('required_field'))
      .max(MAX_HOLDER, rule('max_characters', { maximum: MAX_HOLDER })),
    accountNumber: typedNumber.min(1, rule('required_field')).transform(normalizeNumber),
    bankCode: typedNumber.default('').transform(normalizeNumber),
    bankName: z
      .string()
      .trim()
      .max(MAX_BANK_NAME, rule('max_characters', { maximum: MAX_BANK_NAME }))
      .default(''),
  })
  .superRefine((account, ctx) => {
    for (const problem of findProblems(account))
      ctx.addIssue({ code: 'custom', path: [problem.field], message: MESSAGES[problem.rule] });
  });

/** The same as the screen sends it, beside what else it does. */
export const bankAccountForm = z.object({ bankAccount: bankAccountInput });

/** A bank account as everybody reads it who may read how the vendor is paid: without its number. */
export const bankAccountDto = z
  .object({
    kind: z.enum(BANK_ACCOUNT_KINDS),
    holder: z.string(),
    lastFour: z.string().meta({ description: 'The last four characters of the account number' }),
    masked: z.string().meta({ description: 'The account as it may be named: “DE89 … 3000”, or the end alone' }),
    bankName: z.string(),
    detailsChangedAt: timeDto,
    heldUntil: timeDto.nullable().meta({ description: 'Until when the marketplace is not shown the number' }),
    waitsForApproval: z.object({ invitedBy: z.string() }).nullable().meta({
      description:
        'Whoever set it was brought in by this admin lately: another person who may pay out looks at it first',
    }),
  })
  .meta({ id: 'BankAccount' });
export type BankAccountDto = z.infer<typeof bankAccountDto>;

const bankAccountResponse = z.object({ account: bankAccountDto.nullable(), mayChange: z.boolean() });
export type BankAccountView = z.infer<typeof bankAccountResponse>;

export const fullBankAccountDto = z.object({
  kind: z.enum(BANK_ACCOUNT_KINDS),
  holder: z.string(),
  accountNumber: z.string(),
  bankCode: z.string().meta({ description: 'BIC, routing number or code of the bank; empty where there is none' }),
  bankName: z.string(),
});
export type FullBankAccount = z.infer<typeof fullBankAccountDto>;

const access = { kind: 'vendor', permission: 'read_finance' } as const;
const limit = { perMinute: 30, by: 'viewer' } as const;

export const readBankAccountEndpoint = endpoint({
  name: 'bankAccounts.read',
  method: 'GET',
  path: '/payout/bank-account',
  summary: 'Where the marketplace transfers what it pays manually, without the account number',
  access,
  response: bankAccountResponse,
  errors: ['invalid_state'],
  limit,
});

export const saveBankAccountEndpoint = endpoint({
  name: 'bankAccounts.save',
  method: 'PUT',
  path: '/payout/bank-account',
  summary: 'Enters the account for manual payouts in the place of an earlier one. The same again changes nothing',
  access,
  body: bankAccountInput,
  response: bankAccountResponse,
  errors: ['invalid_input', 'invalid_state', 'missing_permission'],
  limit,
});

export const removeBankAccountEndpoint = endpoint({
  name: 'bankAccounts.remove',
  method: 'DELETE',
  path: '/payout/bank-account',
  summary: 'Forgets the account for manual payouts',
  access,
  response: bankAccountResponse,
  errors: ['invalid_state', 'missing_permission'],
  limit,
});

export const revealBankAccountEndpoint = endpoint({
  name: 'bankAccounts.reveal',
  method: 'POST',
  path: '/payout/bank-account/{vendorId}/reveal',
  summary: 'The whole account of a vendor, for somebody who may pay out. Each reading is recorded',
  access: { kind: 'admin' },
  params: z.object({ vendorId: idSchema }),
  response: fullBankAccountDto,
  errors: ['missing_permission', 'not_found', 'invalid_state'],
  limit,
});

export const approveBankAccountEndpoint = endpoint({
  name: 'bankAccounts.approve',
  method: 'POST',
  path: '/payout/bank-account/{vendorId}/approve',
  summary: 'Releases an account that waits for another person than the admin who brought in whoever entered it',
  access: { kind: 'admin' },
  params: z.object({ vendorId: idSchema }),
  body: approveDestinationBody,
  response: bankAccountResponse,
  errors: ['missing_permission', 'not_found', 'conflict', 'invalid_state'],
  limit,
});
