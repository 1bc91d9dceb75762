import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { PERMISSIONS } from '#app/core/viewer.ts';
import { refusalShape, doneDto, moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { vendorNameSchema } from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { saveVendorListBody } from '#app/features/commissions/commissions.contract.ts';
import { answerDto } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import { payoutHoldDto } from '#app/features/payouts/holds/payout-holds.contract.ts';
import { PAGE_STATUSES } from '#app/features/vendor-profiles/page/vendor-page.ts';
import { USER_ROLES } from '#app/platform/identity/users/user.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { vendorRowDto } from './vendor-admin.contract.ts';

/** A vendor that exists is named as it is written or spelled otherwise; nothing else is asked of the text. */
const vendorName = z.string().trim().min(1, rule('required_field')).max(VENDOR_NAME_MAX);

export const RENAME_STATES = ['running', 'done'] as const;
export const renameDto = z
  .object({
    id: z.string(),
    oldName: z.string(),
    newName: z.string(),
    state: z.enum(RENAME_STATES),
    total: z.number().int().meta({ description: 'Products that had to be rewritten when it began' }),
    rewritten: z.number().int(),
    trouble: z.string().nullable().meta({ description: 'What holds it up; it goes on by itself' }),
    startedAt: timeDto,
    finishedAt: timeDto.nullable(),
  })
  .meta({ id: 'VendorRename' });
export type RenameDto = z.output<typeof renameDto>;

export const vendorDetailDto = vendorRowDto
  .extend({
    people: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        role: z.enum(USER_ROLES),
        permissions: z.array(z.enum(PERMISSIONS)),
        hasSignedIn: z.boolean(),
      }),
    ),
    paid: z.array(moneyDto),
    fields: z.array(answerDto),
    hasOwnCommissions: z.boolean(),
    page: z.enum(PAGE_STATUSES),
    ownListingLimit: z.number().int().nullable().meta({
      description: 'What the marketplace set for this vendor; null leaves it to the plan of its membership',
    }),
    listing: z.object({ limit: z.number().int(), count: z.number().int() }).nullable().meta({
      description: 'How many products it may offer, and how many it has that are not archived; null is no limit',
    }),
    payoutHold: payoutHoldDto.nullable().meta({ description: 'That its payouts are held; null while it is paid' }),
    mayPayOut: z.boolean().meta({ description: 'Whether whoever looks may pay out, and hold and release payouts' }),
    rename: renameDto.nullable().meta({ description: 'The newest change of its name' }),
    timeline: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        by: z.string(),
        role: z.string(),
        note: z.string().nullable(),
        at: timeDto,
      }),
    ),
  })
  .meta({ id: 'VendorDetail' });
export type VendorDetailDto = z.output<typeof vendorDetailDto>;

export const readEndpoint = endpoint({
  name: 'vendors.read',
  method: 'GET',
  path: '/vendors/{vendor}',
  summary: 'A vendor with its people, settings, dues, page and history, also under an older name',
  access: { kind: 'admin' },
  params: z.object({ vendor: vendorName }),
  response: z.object({ vendor: vendorDetailDto }),
  errors: ['not_found'],
});

/** More than the platform keeps for any store. */
const MAX_LISTED = 1_000_000;

export const settingsSchema = z.strictObject({
  autoApprove: z
    .boolean()
    .nullable()
    .optional()
    .meta({ description: 'Its products go live at once; null follows the marketplace' }),
  isManagedByMarketplace: z.boolean().optional(),
  listingLimit: z
    .number()
    .int(rule('whole_number'))
    .min(0, rule('number_or_more', { minimum: 0 }))
    .max(MAX_LISTED, rule('max_number', { maximum: MAX_LISTED }))
    .nullable()
    .optional()
    .meta({ description: 'How many products it may offer, archived ones not counted; null is no limit' }),
  commissions: saveVendorListBody.shape.commissions.optional(),
});
/** The same as the page of the vendor sends it, beside what else it does. */
export const settingsForm = z.object({ settings: settingsSchema });

export const saveSettingsEndpoint = endpoint({
  name: 'vendors.saveSettings',
  method: 'PUT',
  path: '/settings/marketplace-settings',
  summary: 'Sets how the marketplace treats a vendor; what is left out stays as it is',
  access: { kind: 'admin' },
  body: settingsSchema.extend({ vendor: vendorName }),
  response: doneDto,
  errors: ['not_found', 'invalid_input', 'conflict'],
});

export const removeQuery = z.object({
  confirm: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description: 'Delete although something is not settled with the vendor' }),
});

export const removeEndpoint = endpoint({
  name: 'vendors.remove',
  method: 'DELETE',
  path: '/vendors/{vendor}',
  summary: "Takes a vendor's account away: its people are out at once. Products, orders and dues stay under its name",
  access: { kind: 'admin' },
  params: z.object({ vendor: vendorName }),
  query: removeQuery,
  response: doneDto,
  errors: ['not_found', 'invalid_state'],
});

export const renameSchema = z.strictObject({ oldVendor: vendorName, newVendor: vendorNameSchema });
/** The same as the page of the vendor sends it, beside what else it does. */
export const renameForm = z.object({ rename: renameSchema.pick({ newVendor: true }) });

export const renameEndpoint = endpoint({
  name: 'vendors.rename',
  method: 'PUT',
  path: '/vendors/rename',
  summary:
    'Gives a vendor another name. Its products at the platform follow in the background; the old name still finds it',
  access: { kind: 'admin' },
  body: renameSchema,
  response: z.object({ vendor: z.string(), rename: renameDto.nullable() }),
  errors: ['not_found', 'vendor_exists', 'invalid_state'],
});

export const MAX_AT_ONCE = 250;
export const BULK_ACTIONS = ['approve', 'reject', 'pending'] as const;
export const bulkSchema = z.strictObject({
  ids: z
    .array(idSchema)
    .min(1, rule('one'))
    .max(MAX_AT_ONCE, rule('max_at_once', { maximum: MAX_AT_ONCE })),
  action: z.enum(BULK_ACTIONS).meta({ description: 'approve makes a vendor of each and invites its first person' }),
  reason: z.string().trim().max(2000).optional().meta({ description: 'Told to each applicant when rejecting' }),
});

export const bulkDto = z.object({
  done: z.number().int(),
  failed: z.array(
    z.object({
      id: z.string(),
      vendorName: z.string(),
      ...refusalShape,
    }),
  ),
});
export type BulkOutcome = z.output<typeof bulkDto>;

export const bulkEndpoint = endpoint({
  name: 'applications.bulk',
  method: 'POST',
  path: '/applications/bulk',
  summary: 'Decides on up to 250 applications, each for itself; those that are refused are named with their reason',
  access: { kind: 'admin' },
  body: bulkSchema,
  response: bulkDto,
  errors: ['not_found', 'invalid_input'],
});
