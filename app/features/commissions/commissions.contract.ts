import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { timeDto, versionInput } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import type { CommissionLineDto } from './commission-dto.ts';

const MAX_LINES = 100;
const MAX_CONSTRAINT = 255;

/** A decimal as text or number; its places and bounds are checked against the store's currency. */
export const decimal = z.union([z.string().max(40), z.number()], rule('number'));

const constraintDto = z.object({
  key: z.string().max(MAX_CONSTRAINT),
  value: z.string().max(MAX_CONSTRAINT),
});

const lineInput = z.object({
  min: decimal,
  max: decimal.nullish(),
  flat: decimal.nullish(),
  percentage: decimal,
  constraint: constraintDto.nullish(),
});

/** A line as it is answered. */
const commissionLineDto = z
  .object({
    min: z.string(),
    max: z.string().nullable(),
    flat: z.string(),
    percentage: z.string(),
    constraint: constraintDto.nullable(),
  })
  .meta({ id: 'CommissionLine' }) satisfies z.ZodType<CommissionLineDto>;

const savedList = z
  .object({ ok: z.literal(true), commissions: z.array(commissionLineDto), version: z.number().int() })
  .meta({ id: 'SavedCommissionList' });

const listBody = z.object({
  commissions: z.array(lineInput).max(MAX_LINES, rule('max_lines', { maximum: MAX_LINES })),
  /** The version that was read; a list that somebody else saved meanwhile is refused (409). 0: never saved. */
  version: versionInput.optional(),
});

export const vendorName = z.string().trim().min(1, rule('required_field')).max(VENDOR_NAME_MAX);

export const saveDefaultListBody = listBody;
export const saveDefaultListEndpoint = endpoint({
  name: 'commissions.saveDefault',
  method: 'PATCH',
  path: '/app/info/commission-v2',
  summary: 'Saves the default commission list. It applies to new orders of vendors without a list of their own.',
  access: { kind: 'admin' },
  body: saveDefaultListBody,
  response: savedList,
  errors: ['missing_permission', 'conflict'],
});

export const saveVendorListBody = listBody.extend({ vendor: vendorName });
export const saveVendorListEndpoint = endpoint({
  name: 'commissions.saveVendor',
  method: 'PUT',
  path: '/settings/commission',
  summary: 'Saves the commission list of a vendor. An empty list returns the vendor to the default.',
  access: { kind: 'admin' },
  body: saveVendorListBody,
  response: savedList,
  errors: ['missing_permission', 'not_found', 'conflict'],
});

/** A list as the settings screen shows it, with the version that a save must name. */
export const listDto = z.object({
  commissions: z.array(commissionLineDto),
  currency: z.string().meta({
    description:
      'Of its amounts: the store’s when it was saved. An order in another currency is charged the percentage alone.',
  }),
  version: z.number().int(),
  savedAt: timeDto.nullable(),
  savedBy: z.string().nullable(),
});
export type ListDto = z.infer<typeof listDto>;

/** A version of a list that was saved once. */
export const versionDto = listDto.extend({ savedAt: timeDto, savedBy: z.string() });
export type VersionDto = z.infer<typeof versionDto>;
