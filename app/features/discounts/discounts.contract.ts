import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import { parsePercent } from '#app/core/money/percent.ts';
import { rule } from '#app/core/rules.ts';
import { moneyDto, optionalTypedAmount, timeDto, versionInput } from '#app/core/dto.ts';
import {
  DISCOUNT_METHODS,
  DISCOUNT_STATUSES,
  LIABLE_PARTIES,
  MAX_MINIMUM_QUANTITY,
  MAX_NAME,
  MAX_USAGE,
  MAX_VENDORS,
  MINIMUM_TYPES,
  VALUE_TYPES,
} from './discount.ts';

const canRead = { kind: 'vendor', permission: 'read_products' } as const;
const canWrite = { kind: 'vendor', permission: 'write_products', scope: 'discounts:write' } as const;

const WHOLE = 1_000_000n;
/** A percentage as it is sent or typed, null where it is left out. */
const percentage = z
  .union([z.string().trim().max(20), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null || value === '' ? null : String(value)))
  .refine((value) => value === null || isPercentage(value), rule('percentage'));

function isPercentage(text: string): boolean {
  const percent = parsePercent(text.replace(',', '.'));
  return percent.ok && percent.value >= 0n && percent.value <= WHOLE;
}

const day = z.iso.date(rule('date_format'));
const wholeNumber = (maximum: number) =>
  z
    .union([z.literal('').transform(() => null), z.null(), z.coerce.number(rule('whole_number'))])
    .optional()
    .transform((value) => value ?? null)
    .refine((value) => value === null || Number.isInteger(value), { error: rule('whole_number'), abort: true })
    .refine((value) => value === null || value >= 1, rule('at_least_one'))
    .refine((value) => value === null || value <= maximum, rule('max_number', { maximum }));

const discountShape = {
  method: z.enum(DISCOUNT_METHODS).meta({ description: 'A code that buyers type, or automatic' }),
  name: z
    .string()
    .trim()
    .min(1, rule('required_field'))
    .max(MAX_NAME, rule('max_characters', { maximum: MAX_NAME }))
    .meta({ description: 'The code, or the title that buyers see. Unique in the store, whatever its case' }),
  value: z.object({
    type: z.enum(VALUE_TYPES),
    fixed: optionalTypedAmount.meta({ description: 'Taken off once for each order, in the store’s currency' }),
    percentage: percentage.meta({ description: '0 to 100' }),
  }),
  active: z.object({
    from: day.meta({ description: 'The first day, in the store’s time zone' }),
    until: z
      .union([day, z.literal(''), z.null()])
      .optional()
      .transform((value) => (value === undefined || value === '' ? null : value))
      .meta({ description: 'The last day' }),
    withEndDate: z.boolean().default(false),
  }),
  limit: z
    .object({
      onePerCustomer: z.boolean().default(false),
      withUsage: z.boolean().default(false),
      usage: wholeNumber(MAX_USAGE).meta({ description: 'How often it can be used in all' }),
    })
    .default({ onePerCustomer: false, withUsage: false, usage: null }),
  minPurchase: z
    .object({
      type: z.enum(MINIMUM_TYPES).default('none'),
      value: optionalTypedAmount.meta({ description: 'A subtotal, or a number of items' }),
    })
    .default({ type: 'none', value: null }),
  vendorIds: z
    .array(idSchema)
    .max(MAX_VENDORS, rule('max_at_once', { maximum: MAX_VENDORS }))
    .default([])
    .meta({ description: 'Of a discount of the marketplace: for whose goods it is; none for everybody’s' }),
  liableParty: z
    .enum(LIABLE_PARTIES)
    .optional()
    .meta({ description: 'Of a discount of the marketplace: who bears it. A vendor bears its own' }),
  vendorPercent: percentage.meta({ description: 'The vendor’s part where it is shared, in percent' }),
};

/** A discount as it is sent. Which of the values count follows from the types beside them. */
export const discountInput = z.object(discountShape).superRefine((input, issues) => {
  requireValues(input, issues);
  requireTerms(input, issues);
});
export type DiscountInput = z.output<typeof discountInput>;

type Checked = Pick<DiscountInput, 'method' | 'name' | 'value' | 'active' | 'limit' | 'minPurchase'> &
  Pick<DiscountInput, 'liableParty' | 'vendorPercent'>;

type Terms = Pick<Checked, 'value' | 'active' | 'limit' | 'minPurchase'>;

/** Codes can be typed, and what a method or a bearer asks for stands there. */
function requireValues({ method, name, limit, liableParty, vendorPercent }: Checked, issues: z.RefinementCtx): void {
  const need = needIn(issues);
  if (method === 'code' && (/\s/u.test(name) || name.includes(','))) need(['name'], rule('code_characters'));
  if (method === 'automatic' && (limit.withUsage || limit.onePerCustomer)) need(['limit'], rule('limits_of_codes'));
  if (liableParty === 'shared' && vendorPercent === null) need(['vendorPercent'], rule('required_field'));
}

const needIn =
  (issues: z.RefinementCtx) =>
  (path: string[], message: string): void => {
    issues.addIssue({ code: 'custom', path, message });
  };

/** What the types ask for stands there. */
function requireTerms({ value, active, limit, minPurchase }: Terms, issues: z.RefinementCtx): void {
  const need = needIn(issues);
  if (value.type === 'percentage' && value.percentage === null) need(['value', 'percentage'], rule('required_field'));
  if (value.type === 'fixed' && value.fixed === null) need(['value', 'fixed'], rule('required_field'));
  if (active.withEndDate && active.until === null) need(['active', 'until'], rule('required_field'));
  if (active.withEndDate && active.until !== null && active.until < active.from)
    need(['active', 'until'], rule('not_before_start'));
  if (limit.withUsage && limit.usage === null) need(['limit', 'usage'], rule('required_field'));
  if (minPurchase.type !== 'none' && minPurchase.value === null) need(['minPurchase', 'value'], rule('required_field'));
  if (minPurchase.type === 'quantity' && minPurchase.value !== null && !isQuantity(minPurchase.value))
    need(['minPurchase', 'value'], rule('whole_number'));
}

const isQuantity = (text: string): boolean =>
  /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_MINIMUM_QUANTITY;

export const discountDto = z
  .object({
    id: z.string(),
    vendor: z.string().nullable().meta({ description: 'Whose it is; null for one of the marketplace' }),
    vendors: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: 'For whose goods one of the marketplace is; none for everybody’s' }),
    method: z.enum(DISCOUNT_METHODS),
    name: z.string(),
    value: z.object({ type: z.enum(VALUE_TYPES), fixed: moneyDto.nullable(), percentage: z.string().nullable() }),
    active: z.object({ from: z.string(), until: z.string().nullable(), withEndDate: z.boolean() }),
    limit: z.object({ onePerCustomer: z.boolean(), withUsage: z.boolean(), usage: z.number().int().nullable() }),
    minPurchase: z.object({
      type: z.enum(MINIMUM_TYPES),
      value: z.string().nullable().meta({ description: 'A decimal of the currency, or a number of items' }),
    }),
    currency: z.string(),
    liableParty: z.enum(LIABLE_PARTIES),
    vendorPercent: z.string().meta({ description: 'The vendor’s part of it in percent' }),
    status: z.enum(DISCOUNT_STATUSES),
    refusal: z.string().nullable().meta({ description: 'What the store platform said where it refused it' }),
    uses: z.number().int().meta({ description: 'How often it was used, as the store last said' }),
    changedInStoreAt: timeDto.nullable(),
    removedInStore: z.boolean(),
    otherItems: z.boolean().meta({ description: 'It was made to apply to other items in the store admin' }),
    createdAt: timeDto,
    updatedAt: timeDto,
    version: z.number().int(),
    allowedActions: z.array(z.enum(['edit', 'delete'])).meta({ description: 'What whoever asks can do now' }),
  })
  .meta({ id: 'Discount' });
export type DiscountDto = z.input<typeof discountDto>;

export const discountsQuery = pageSchema.extend({
  q: z.string().trim().max(200).default(''),
  status: z.enum(['all', ...DISCOUNT_STATUSES]).default('all'),
});
export type DiscountsQuery = z.output<typeof discountsQuery>;

export const listDiscountsEndpoint = endpoint({
  name: 'discounts.list',
  method: 'GET',
  path: '/discounts',
  summary: 'Discounts, newest first: a vendor’s own, or all of the marketplace',
  access: canRead,
  query: discountsQuery,
  response: z.object({
    discounts: z.array(discountDto),
    counts: z.record(z.enum(['all', ...DISCOUNT_STATUSES]), z.number()),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
    automatic: z
      .object({ used: z.number().int(), maximum: z.number().int() })
      .meta({ description: 'Automatic discounts that run or are planned: a vendor’s own, or all that were made here' }),
  }),
  errors: ['feature_disabled'],
});

const historyDto = z.array(z.object({ at: timeDto, event: z.string(), by: z.string() }));

export const getDiscountEndpoint = endpoint({
  name: 'discounts.get',
  method: 'GET',
  path: '/discounts/{id}',
  summary: 'One discount with its history',
  access: canRead,
  params: z.object({ id: idSchema }),
  response: z.object({ discount: discountDto, history: historyDto }),
  errors: ['feature_disabled', 'not_found'],
});
export type DiscountDetailDto = z.input<typeof getDiscountEndpoint.response>;

export const createDiscountEndpoint = endpoint({
  name: 'discounts.create',
  method: 'POST',
  path: '/discounts',
  summary: 'Makes a discount in the store, for the vendor’s own goods. Pending where the store did not answer in time',
  access: canWrite,
  body: discountInput,
  response: z.object({ discount: discountDto }),
  status: 201,
  creates: true,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'platform_refused', 'missing_permission'],
  maxBodyBytes: 50_000,
  limit: { perMinute: 30, by: 'viewer' },
});

/** Orders are split by who bears a discount: what was decided for it stays, and saying it again is refused rather than ignored. */
const unchangeable = z.undefined(rule('discount_party_stays')).optional();

export const editInput = z
  .object({
    liableParty: unchangeable,
    vendorPercent: unchangeable,
    vendorIds: unchangeable,
    version: versionInput,
    value: discountShape.value,
    active: discountShape.active,
    limit: discountShape.limit,
    minPurchase: discountShape.minPurchase,
  })
  .superRefine(requireTerms);
export type EditInput = z.output<typeof editInput>;

export const editDiscountEndpoint = endpoint({
  name: 'discounts.edit',
  method: 'PUT',
  path: '/discounts/{id}',
  summary:
    'Changes what a discount takes off, when it runs and what it asks for, in the store too; name, goods and bearer stay as they were made',
  access: canWrite,
  params: z.object({ id: idSchema }),
  body: editInput,
  response: z.object({ discount: discountDto, history: historyDto }),
  errors: [
    'feature_disabled',
    'not_found',
    'invalid_input',
    'invalid_state',
    'conflict',
    'platform_refused',
    'platform_failed',
    'missing_permission',
  ],
  limit: { perMinute: 30, by: 'viewer' },
});

export const deleteSchema = z.object({ id: idSchema });

export const deleteDiscountEndpoint = endpoint({
  name: 'discounts.delete',
  method: 'DELETE',
  path: '/discounts',
  summary: 'Ends a discount now; orders that used it keep it. Ending twice changes nothing',
  access: canWrite,
  body: deleteSchema,
  response: z.object({ discount: discountDto }),
  errors: ['feature_disabled', 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

/** A discount of the marketplace as a vendor sees it that bears it. */
export const sharedDiscountDto = discountDto
  .pick({
    id: true,
    method: true,
    name: true,
    value: true,
    active: true,
    limit: true,
    minPurchase: true,
    currency: true,
    vendorPercent: true,
    status: true,
  })
  .extend({
    refusedAt: timeDto.nullable().meta({ description: 'When the vendor refused it; its products are not in it then' }),
    allowedActions: z.array(z.enum(['refuse'])),
  })
  .meta({ id: 'SharedDiscount' });
export type SharedDiscountDto = z.input<typeof sharedDiscountDto>;

const sharedList = z.object({ discounts: z.array(sharedDiscountDto) });

export const listSharedDiscountsEndpoint = endpoint({
  name: 'discounts.listShared',
  method: 'GET',
  path: '/borne-discounts',
  summary: 'Discounts of the marketplace that the acting vendor bears, wholly or in part',
  access: canRead,
  response: sharedList,
  errors: ['feature_disabled', 'invalid_state'],
});

export const refuseDiscountEndpoint = endpoint({
  name: 'discounts.refuse',
  method: 'POST',
  path: '/borne-discounts/{id}/refuse',
  summary: 'Takes the acting vendor’s products out of a discount that it would bear. Refusing twice changes nothing',
  access: canWrite,
  params: z.object({ id: idSchema }),
  response: sharedList,
  errors: ['feature_disabled', 'not_found', 'invalid_state', 'missing_permission'],
  limit: { perMinute: 30, by: 'viewer' },
});

/** What the list sends to its action. */
export const refuseInput = z.object({ id: idSchema });
