import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { refuseUnclearName } from '#app/core/text/name-signs.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { doneDto, timeDto, versionInput } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { shownAnswerDto } from '#app/features/vendor-profiles/custom-field-values/custom-field-values.contract.ts';
import { answersSchema, answerDto } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import { isVendorName, VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { APPLICATION_STATUSES, DUPLICATE_REASONS } from './application.ts';

export const vendorNameSchema = z
  .string()
  .trim()
  .min(1, rule('required_field'))
  .max(VENDOR_NAME_MAX)
  .transform(storedText)
  .refine(isVendorName, rule('vendor_name'))
  .superRefine(refuseUnclearName);

const CURSOR = /^(0\.\d{1,18}|1\.-\d{1,18})$/;
/** The place after an application in the list: pending ones oldest first, then decided ones newest first. */
export const encodePlace = (row: { pending: boolean; id: bigint }): string =>
  row.pending ? `0.${row.id}` : `1.-${row.id}`;
/** Reads a place that we gave out; anything else is undefined. */
export function decodePlace(cursor: string): { rank: number; order: bigint } | undefined {
  const [rank = '', order = ''] = cursor.split('.');
  return CURSOR.test(cursor) ? { rank: Number(rank), order: BigInt(order) } : undefined;
}

export const applicationsQuery = z.object({
  status: z.enum(['all', ...APPLICATION_STATUSES]).default('all'),
  q: z.string().trim().max(200).default(''),
  page: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1, rule('at_least_one'))
    .max(PAGE_ROW_LIMIT / PAGE_SIZE, rule('max_row_cursor', { row: PAGE_ROW_LIMIT }))
    .default(1),
  cursor: z
    .string()
    .max(60)
    .refine((text) => decodePlace(text) !== undefined, rule('cursor_of_list'))
    .optional(),
});
export type ApplicationsQuery = z.output<typeof applicationsQuery>;

export const applicationRowDto = z
  .object({
    id: z.string(),
    vendorName: z.string(),
    email: z.string(),
    hint: z.string().meta({ description: 'A short answer that tells applicants apart' }),
    status: z.enum(APPLICATION_STATUSES),
    receivedAt: timeDto,
    decidedAt: timeDto.nullable(),
    decidedBy: z.string().nullable(),
    vendorId: z.string().nullable().meta({ description: 'The vendor that was made from it' }),
  })
  .meta({ id: 'ApplicationRow' });
export type ApplicationRowDto = z.output<typeof applicationRowDto>;

export const duplicateDto = z.object({
  reason: z.enum(DUPLICATE_REASONS),
  name: z.string(),
  applicationId: z.string().nullable(),
  vendorId: z.string().nullable(),
  field: z.string().nullable().meta({ description: 'The field whose answer is the same' }),
});

export const applicationDto = applicationRowDto
  .extend({
    fields: z.array(answerDto),
    shown: z.array(shownAnswerDto),
    version: z.number().int(),
    editable: z.boolean(),
    duplicates: z.array(duplicateDto),
  })
  .meta({ id: 'Application' });
export type ApplicationDto = z.output<typeof applicationDto>;

export const applicationCountsDto = z.object({
  all: z.number().int(),
  pending: z.number().int(),
  approved: z.number().int(),
  rejected: z.number().int(),
});

export const submitSchema = z.strictObject({
  email: emailAddress,
  vendorName: vendorNameSchema,
  store: z
    .string()
    .max(100)
    .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, rule('shop_domain')),
  fields: answersSchema.default([]),
  ticket: z.string().max(100).optional().meta({ description: 'The ticket that files of the answers came on' }),
});

export const submitEndpoint = endpoint({
  name: 'applications.submit',
  method: 'POST',
  path: '/vendor/application',
  summary: 'Applies as a vendor of a store. The answer is the same whoever applies',
  access: { kind: 'public' },
  body: submitSchema,
  response: doneDto,
  status: 201,
  errors: ['invalid_input', 'registration_closed', 'rate_limited', 'not_found'],
  creates: true,
  limit: { perMinute: 10, by: 'address' },
  maxBodyBytes: 600_000,
});

export const listEndpoint = endpoint({
  name: 'applications.list',
  method: 'GET',
  path: '/applications',
  summary: 'Applications: pending ones oldest first, then decided ones newest first',
  access: { kind: 'admin', scope: 'vendors:read' },
  query: applicationsQuery,
  response: z.object({
    applications: z.array(applicationRowDto),
    counts: applicationCountsDto,
    count: z.number().int(),
    pageCount: z.number().int(),
    cursor: z.string().nullable(),
  }),
});

const byId = z.object({ id: idSchema });

export const readEndpoint = endpoint({
  name: 'applications.read',
  method: 'GET',
  path: '/applications/{id}',
  summary: 'An application with all answers and its likely duplicates',
  access: { kind: 'admin' },
  params: byId,
  response: z.object({ application: applicationDto }),
  errors: ['not_found'],
});

export const editSchema = z.strictObject({
  email: emailAddress,
  vendorName: vendorNameSchema,
  fields: answersSchema,
  version: versionInput,
});

export const editEndpoint = endpoint({
  name: 'applications.edit',
  method: 'PUT',
  path: '/applications/{id}',
  summary: 'Corrects an application before a vendor is made from it. A stale version is 409',
  access: { kind: 'admin' },
  params: byId,
  body: editSchema,
  response: z.object({ application: applicationDto }),
  errors: ['not_found', 'conflict', 'invalid_state'],
});

export const statusSchema = z.strictObject({
  status: z.enum(APPLICATION_STATUSES),
  reason: z.string().trim().max(2000).optional().meta({ description: 'Told to the applicant when rejecting' }),
});

export const setStatusEndpoint = endpoint({
  name: 'applications.setStatus',
  method: 'PUT',
  path: '/vendors/application/{id}/status',
  summary: 'Sets the state of an application. Rejecting mails the applicant; no state gives or takes access',
  access: { kind: 'admin' },
  params: byId,
  body: statusSchema,
  response: z.object({ application: applicationDto }),
  errors: ['not_found'],
});
