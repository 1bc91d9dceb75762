import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { PAGE_ROW_LIMIT } from '#app/core/paging.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import {
  applicationCountsDto,
  applicationRowDto,
  vendorNameSchema,
} from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { answersSchema } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import { DIRECTORY_HAVING, DIRECTORY_SORTS, DIRECTORY_VIEWS, isVendorListCursor } from './vendor-list.ts';

export const DIRECTORY_PAGE_SIZE = 50;

export const vendorListQuery = z.object({
  view: z.enum(DIRECTORY_VIEWS).default('all'),
  sort: z.enum(DIRECTORY_SORTS).default('orders'),
  reverse: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  having: z.enum(DIRECTORY_HAVING).default('any'),
  q: z.string().trim().max(200).default(''),
  cursor: z.string().max(40).refine(isVendorListCursor, rule('cursor_of_list')).optional(),
  page: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1, rule('at_least_one'))
    .max(PAGE_ROW_LIMIT / DIRECTORY_PAGE_SIZE, rule('max_row_cursor', { row: PAGE_ROW_LIMIT }))
    .default(1),
});
export type VendorListQuery = z.output<typeof vendorListQuery>;

export const vendorRowDto = z
  .object({
    id: z.string(),
    vendor: z.string(),
    handle: z.string(),
    createdAt: timeDto,
    hasAccount: z.boolean(),
    isCreated: z.boolean().meta({
      description:
        'It was made a vendor, with a person or without; false for a name that only products or orders carry',
    }),
    email: z.string().nullable().meta({ description: 'The first person of the vendor' }),
    people: z.number().int(),
    hasSignedIn: z.boolean().meta({ description: 'Somebody of it has set a password' }),
    orders: z.number().int(),
    unfulfilled: z.number().int(),
    products: z.number().int(),
    activeProducts: z.number().int(),
    draftProducts: z.number().int(),
    unpaid: z
      .array(moneyDto)
      .meta({ description: 'What it is owed; below zero: it was paid too much. A key reads it with `money:read`' }),
    autoApprove: z.boolean().nullable().meta({ description: 'null follows the marketplace' }),
    isManagedByMarketplace: z.boolean(),
    isDeleted: z.boolean().meta({ description: 'Its account was taken away; its name is still in use' }),
  })
  .meta({ id: 'VendorListRow' });
export type VendorRowDto = z.output<typeof vendorRowDto>;

export const listEndpoint = endpoint({
  name: 'vendors.list',
  method: 'GET',
  path: '/vendors',
  summary: 'The vendors of the marketplace with what they have, and the applications that wait',
  access: { kind: 'admin', scope: 'vendors:read' },
  query: vendorListQuery,
  response: z.object({
    applications: z.array(applicationRowDto).meta({ description: 'The oldest pending ones, at most 50' }),
    applicationCounts: applicationCountsDto,
    vendors: z.array(vendorRowDto),
    vendorsWithoutAccount: z.array(vendorRowDto),
    counts: z.object({ all: z.number().int(), account: z.number().int(), without: z.number().int() }),
    pageCount: z.number().int(),
    cursor: z.string().nullable(),
  }),
});

const switchableVendorDto = z
  .object({
    id: z.string(),
    name: z.string(),
    orders: z.number().int(),
    products: z.number().int(),
    due: moneyDto.optional().meta({ description: 'What it is owed in the currency of which it is owed most' }),
  })
  .meta({ id: 'SwitchableVendor' });
export type SwitchableVendorDto = z.output<typeof switchableVendorDto>;

export const listSwitchableEndpoint = endpoint({
  name: 'vendors.switchable',
  method: 'GET',
  path: '/session/vendors',
  summary: 'The vendors that an admin may act for, most orders first, then most listings; the first 500 of them',
  access: { kind: 'admin' },
  response: z.object({
    vendors: z.array(switchableVendorDto),
    count: z.number().int().meta({ description: 'Of all of them' }),
  }),
});

const createFields = z.strictObject({
  identity: emailAddress.optional().meta({ description: "The first person's e-mail address" }),
  inviteLater: z.boolean().optional().meta({
    description:
      'Makes the vendor without a person, instead of `identity`: the marketplace acts for it until the same call invites somebody',
  }),
  applicationId: idSchema.optional(),
  fields: answersSchema.optional(),
  confirm: z
    .boolean()
    .optional()
    .meta({ description: 'That products or orders which carry the name already belong to the new account' }),
  sameSeller: z.boolean().optional().meta({
    description:
      'For the name of a deleted vendor: true gives it back its account with its orders and dues, false makes an account that has none of them',
  }),
});

/** Somebody is invited, or nobody yet; an applicant is somebody. */
const hasPersonOrLater = (body: { identity?: unknown; inviteLater?: unknown; applicationId?: unknown }): boolean =>
  body.inviteLater === true
    ? body.identity === undefined && body.applicationId === undefined
    : body.identity !== undefined;
const PERSON = { error: rule('required_field'), path: ['identity'] };

export const createSchema = createFields.refine(hasPersonOrLater, PERSON);

export const createEndpoint = endpoint({
  name: 'vendors.create',
  method: 'POST',
  path: '/vendors/{vendor}',
  summary:
    'Creates a vendor, invites its first person, now or later, and approves the application that it was made from',
  access: { kind: 'admin' },
  params: z.object({ vendor: vendorNameSchema }),
  body: createSchema,
  response: z.object({ vendor: z.object({ id: z.string(), name: z.string(), handle: z.string() }) }),
  status: 201,
  errors: [
    'not_found',
    'vendor_exists',
    'vendor_needs_confirmation',
    'vendor_deleted_before',
    'invalid_state',
    'invalid_input',
  ],
  creates: true,
});

/** The same as a form sends it, with the name in the body. */
export const createFormSchema = createFields
  .omit({ fields: true })
  .extend({ name: vendorNameSchema })
  .refine(hasPersonOrLater, PERSON);

type ListState = {
  view: string;
  q: string;
  sort: string;
  page: number;
  cursor: string | undefined;
  filters: Readonly<Record<string, string>>;
};

/** What the state of a list asks for; an address that somebody changed by hand asks for the whole list. */
export function readVendorListQuery({ view, q, sort, page, cursor, filters }: ListState): VendorListQuery {
  const parsed = vendorListQuery.safeParse({
    q,
    page,
    ...(view === '' ? {} : { view }),
    ...(sort === '' ? {} : { sort: sort.replace(/-$/, ''), reverse: sort.endsWith('-') ? 'true' : 'false' }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(filters.having === undefined ? {} : { having: filters.having }),
  });
  return parsed.success ? parsed.data : vendorListQuery.parse({});
}
