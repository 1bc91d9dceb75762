import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { decodeCursor } from '#app/core/paging.ts';
import { moneyDto, timeDto, versionInput } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { financeConfigSchema } from '#app/features/commissions/finance-config.ts';
import { saveDefaultListBody, vendorName } from '#app/features/commissions/commissions.contract.ts';

/** How far back orders are looked at. */
export const WHAT_IF_DAYS = 90;

/** Where a step before ended. */
const stepCursor = z
  .string()
  .max(120)
  .refine((text) => decodeCursor(text) !== undefined, rule('cursor'))
  .optional();

export const whatIfBody = saveDefaultListBody.pick({ commissions: true }).extend({
  /** The vendor whose list it is; the store's default where none is named. An empty list of a vendor is the default. */
  vendor: vendorName.optional(),
  cursor: stepCursor,
});
export type WhatIfInput = z.output<typeof whatIfBody>;

/** What a vendor's orders of one step are charged by the lists in force (`before`), and would be by the changed one (`after`). */
const vendorStep = z
  .object({
    vendorId: z.string(),
    vendor: z.string(),
    orders: z.number().int(),
    before: moneyDto,
    after: moneyDto,
  })
  .meta({ id: 'CommissionWhatIf' });

export const whatIfResponse = z.object({
  since: timeDto,
  /** How many orders there are to look at; told by the first step only. */
  total: z.number().int().nullable(),
  /** How many of them this step looked at. */
  count: z.number().int(),
  vendors: z.array(vendorStep),
  /** Where the next step begins; null when this was the last. */
  next: z.string().nullable(),
});
export type WhatIfStep = z.infer<typeof whatIfResponse>;
export type WhatIfVendor = z.infer<typeof vendorStep>;

export const whatIfEndpoint = endpoint({
  name: 'commissionEditor.whatIf',
  method: 'POST',
  path: '/settings/commission/what-if',
  summary:
    'What the orders of the past 90 days would be charged by a changed list, vendor by vendor, in steps that are added up. Nothing is written.',
  access: { kind: 'admin' },
  body: whatIfBody,
  response: whatIfResponse,
  errors: ['not_found'],
});

const flagsWhatIfBody = z.strictObject({ financeConfig: financeConfigSchema, cursor: stepCursor });
export type FlagsWhatIfInput = z.output<typeof flagsWhatIfBody>;

export const flagsWhatIfEndpoint = endpoint({
  name: 'commissionEditor.compareFlags',
  method: 'POST',
  path: '/settings/finance-config/what-if',
  summary:
    'What vendors would be paid for the orders of the past 90 days under changed finance flags (`after`) beside those in force (`before`), in steps that are added up. Nothing is written.',
  access: { kind: 'admin' },
  body: flagsWhatIfBody,
  response: whatIfResponse,
});

/** What the screen of the flags sends. `version` is the one that was read; somebody else's later save is a conflict. */
export const financeConfigForm = z.strictObject({ financeConfig: financeConfigSchema, version: versionInput });
