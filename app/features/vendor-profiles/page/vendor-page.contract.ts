import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { doneDto, timeDto, versionInput } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import {
  answersSchema,
  answerDto,
  fieldDto,
} from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { PAGE_ACTIONS, PAGE_STATUSES } from './vendor-page.ts';

/** A text of this length fills several pages; the platform takes much more. */
const DESCRIPTION_MAX = 20_000;

const vendorName = z
  .string()
  .trim()
  .min(1, rule('required_field'))
  .max(VENDOR_NAME_MAX)
  .optional()
  .meta({ description: 'Whose page; left out, the vendor that the caller acts for' });

const contentDto = z.object({ imageUrl: z.string(), description: z.string(), fields: z.array(answerDto) });

export const pageDto = z
  .object({
    vendor: z.string(),
    status: z.enum(PAGE_STATUSES),
    live: contentDto.nullable(),
    draft: contentDto.nullable(),
    note: z.string().nullable().meta({ description: 'What the marketplace wrote with its last decision' }),
    version: z.number().int(),
    submittedAt: timeDto.nullable(),
    decidedAt: timeDto.nullable(),
    decidedBy: z.string().nullable(),
    url: z.string().nullable().meta({ description: 'Where the storefront shows it' }),
    isShown: z.boolean().meta({ description: 'False while a change is on its way to the storefront' }),
    complete: z.boolean().meta({ description: 'Every required field is filled' }),
    opened: z
      .array(z.object({ location: z.string(), url: z.string() }))
      .max(60)
      .meta({ description: 'Where the private files of the answers can be opened, for an hour' }),
    fields: z.array(fieldDto).meta({ description: 'What the page asks for' }),
  })
  .meta({ id: 'VendorPage' });
export type PageDto = z.output<typeof pageDto>;

export const readPageEndpoint = endpoint({
  name: 'vendorPage.read',
  method: 'GET',
  path: '/vendors/v2',
  summary: "A vendor's public page: what is shown, what waits, and what it asks for",
  access: { kind: 'vendor', permission: 'read_products' },
  query: z.object({ vendor: vendorName }),
  response: z.object({ page: pageDto }),
  errors: ['not_found', 'feature_disabled'],
});

export const savePageBody = z.strictObject({
  metafields: answersSchema.default([]),
  description: z.string().max(DESCRIPTION_MAX).default(''),
  imageUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: rule('valid_url') }).max(2048)]).default(''),
  vendor: vendorName,
  version: versionInput.optional().meta({ description: 'The version that was read; a stale one is 409' }),
});

export const savePageEndpoint = endpoint({
  name: 'vendorPage.save',
  method: 'POST',
  path: '/vendors/v2',
  summary:
    'Saves a page. The first draft waits for approval; later changes show at once unless the marketplace holds them',
  access: { kind: 'vendor', permission: 'write_products' },
  body: savePageBody,
  response: z.object({ page: pageDto }),
  errors: ['not_found', 'invalid_input', 'conflict', 'feature_disabled'],
  maxBodyBytes: 300_000,
});

export const actionBody = z.strictObject({
  action: z.enum(PAGE_ACTIONS),
  vendor: vendorName,
  note: z.string().trim().max(2000).optional().meta({ description: 'Told to the vendor on its page' }),
});
/** The same as the page of the vendor sends it, beside what else it does. */
export const actionForm = z.object({ page: actionBody.omit({ vendor: true }) });

export const runActionEndpoint = endpoint({
  name: 'vendorPage.runAction',
  method: 'PUT',
  path: '/vendors/v2/action',
  summary: "Approves a vendor's page or the change that waits, takes the page back, or declines the change",
  access: { kind: 'admin' },
  body: actionBody,
  response: z.object({ page: pageDto }),
  errors: ['not_found', 'invalid_state', 'feature_disabled'],
});

export const pageSettingsSchema = z.strictObject({
  enabled: z.boolean(),
  collectionTemplate: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w.-]*$/, rule('template_name')),
  holdChanges: z.boolean(),
});
export type PageSettings = z.output<typeof pageSettingsSchema>;
/** The same as the screen of the fields sends it, beside what else it does. */
export const pageSettingsForm = z.object({ pages: pageSettingsSchema });

export const saveSettingsEndpoint = endpoint({
  name: 'vendorPage.saveSettings',
  method: 'PUT',
  path: '/vendors/v2/settings',
  summary: 'Whether vendors have pages, whether every change of one is held, and the template that shows them',
  access: { kind: 'admin' },
  body: pageSettingsSchema,
  response: doneDto,
  errors: ['invalid_input', 'conflict'],
});
