import { z } from 'zod';
import { moneyDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { BIC, MAX_TYPED_NUMBER, normalizeNumber } from '../methods/bank-account/bank-account.ts';
import { isSepaIban, MAX_SEPA_NAME, MAX_TRANSFERS, TRANSFER_FORMATS, TRANSFER_OBSTACLES } from './transfer-file.ts';

const typedNumber = z.string().max(MAX_TYPED_NUMBER, rule('max_characters', { maximum: MAX_TYPED_NUMBER }));

export const transferAccountInput = z.object({
  holder: z
    .string()
    .trim()
    .min(1, rule('required_field'))
    .max(MAX_SEPA_NAME, rule('max_characters', { maximum: MAX_SEPA_NAME })),
  iban: typedNumber.min(1, rule('required_field')).transform(normalizeNumber).refine(isSepaIban, rule('sepa_iban')),
  bic: typedNumber
    .default('')
    .transform(normalizeNumber)
    .refine((bic) => bic === '' || BIC.test(bic), rule('bic')),
});

const transferAccountDto = z
  .object({
    holder: z.string(),
    masked: z.string().meta({ description: 'The IBAN without its middle: “DE89 … 3000”' }),
    bic: z.string(),
  })
  .meta({ id: 'TransferAccount' });

const accountView = z.object({
  account: transferAccountDto.nullable(),
  suggestedHolder: z.string().meta({ description: 'The name of the marketplace’s billing details, else of the store' }),
});
export type TransferAccountView = z.infer<typeof accountView>;

const payoutIds = z
  .array(idSchema)
  .min(1, rule('one_payout_needed'))
  .max(MAX_TRANSFERS, rule('max_payouts', { maximum: MAX_TRANSFERS }));

const access = { kind: 'admin' } as const;
const limit = { perMinute: 30, by: 'viewer' } as const;

export const readTransferAccountEndpoint = endpoint({
  name: 'transferFiles.account',
  method: 'GET',
  path: '/payout/transfer-account',
  summary: 'The account from which the marketplace transfers what it pays out, without its number',
  access,
  response: accountView,
  errors: ['missing_permission'],
  limit,
});

export const saveTransferAccountEndpoint = endpoint({
  name: 'transferFiles.saveAccount',
  method: 'PUT',
  path: '/payout/transfer-account',
  summary: 'Enters the account from which the marketplace transfers. The same again changes nothing',
  access,
  body: transferAccountInput,
  response: accountView,
  errors: ['missing_permission', 'invalid_input', 'conflict'],
  limit,
});

const planDto = z
  .object({
    sepa: z.object({ count: z.number().int(), total: moneyDto }),
    csv: z.object({ count: z.number().int() }),
    notInSepa: z.array(
      z.object({
        payoutId: z.string(),
        vendor: z.string(),
        amount: moneyDto,
        obstacle: z.enum(TRANSFER_OBSTACLES),
      }),
    ),
    account: accountView,
  })
  .meta({ id: 'TransferPlan' });
export type TransferPlan = z.infer<typeof planDto>;

export const planTransfersEndpoint = endpoint({
  name: 'transferFiles.plan',
  method: 'POST',
  path: '/payout/transfer-file/plan',
  summary:
    'What files of transfers for some payouts would hold, and why a payout cannot go into the SEPA file. Nothing is written',
  access,
  body: z.object({ payoutIds }),
  response: planDto,
  errors: ['missing_permission', 'not_found', 'invalid_input'],
  limit,
});

export const exportTransfersEndpoint = endpoint({
  name: 'transferFiles.export',
  method: 'POST',
  path: '/payout/transfer-file',
  summary:
    'Payouts by bank transfer as a file for the marketplace’s bank: SEPA credit transfers (pain.001.001.09) in euros, or all of them as CSV. Each account that it holds is noted in the vendor’s log',
  access,
  body: z.object({ payoutIds, format: z.enum(TRANSFER_FORMATS) }),
  response: z.string().meta({ description: 'XML or CSV in UTF-8' }),
  answers: ['application/xml', 'text/csv'],
  errors: ['missing_permission', 'not_found', 'invalid_input', 'invalid_state'],
  limit: { perMinute: 20, by: 'viewer' },
});
