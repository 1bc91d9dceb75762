import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { LIST_STATUSES, PRODUCT_SORTS, SOURCE_FILTERS, STOCK_FILTERS } from '../product.ts';
import { actionDto, statusDto, submissionDto } from '../products.contract.ts';

export const productRowDto = z.object({
  id: z.string(),
  handle: z.string(),
  title: z.string(),
  vendor: z.string(),
  status: statusDto,
  submission: submissionDto,
  imageUrl: z.string().nullable(),
  price: moneyDto.nullable(),
  inventoryTotal: z.number().int(),
  inStock: z.boolean(),
  variantCount: z.number().int(),
  tags: z.array(z.string()),
  updatedAt: timeDto,
  allowedActions: z.array(actionDto),
  cursor: z
    .string()
    .meta({ description: 'The place of this row in the list: what follows it is found with it as `after`' }),
});
export type ProductRow = z.infer<typeof productRowDto>;

const filterShape = {
  q: z.string().trim().max(100).default(''),
  /** The vendor of a name; in the marketplace view the list narrows to it. */
  vendor: z.string().trim().max(255).optional(),
  tag: z.string().trim().max(255).optional(),
  stock: z.enum(STOCK_FILTERS).default('any'),
  /** What they follow: a vendor's own store, a spreadsheet, or nothing. */
  source: z.enum(SOURCE_FILTERS).default('any'),
  sort: z.enum(PRODUCT_SORTS).default('UPDATED_AT'),
  reverse: z
    .enum(['true', 'false', '1', '0', ''])
    .default('false')
    .transform((value) => value === 'true' || value === '1'),
  status: z.enum(LIST_STATUSES).default('DRAFT'),
};

/** A list without a place in it: what is exported, and what a batch takes everything of. */
export const listFilter = z.object(filterShape);

/** A place in a list, as the address of a product carries it: the list's filter and the cursor of the row. */
export const listPlace = z.object({ ...filterShape, at: z.string().min(1).max(600) });
export type ListPlace = z.output<typeof listPlace>;
export type ListFilterQuery = z.output<typeof listFilter>;

export const listQuery = z
  .object({ after: z.string().max(600).optional(), before: z.string().max(600).optional(), ...filterShape })
  .refine((query) => !(query.after && query.before), {
    error: rule('after_or_before'),
    path: ['before'],
  });
export type ListQuery = z.output<typeof listQuery>;

export const productListDto = z.object({
  products: z.array(productRowDto),
  counts: z.object({
    DRAFT: z.number().int(),
    ACTIVE: z.number().int(),
    ALL: z.number().int(),
    WAITING: z.number().int().meta({ description: 'Drafts that the marketplace has to decide on' }),
  }),
  pageInfo: z.object({
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string().nullable(),
    endCursor: z.string().nullable(),
  }),
  /** Goes on after the last row, as `after`. */
  cursor: z.string().nullable(),
});
export type ProductList = z.infer<typeof productListDto>;

export const listProductsEndpoint = endpoint({
  name: 'products.list',
  method: 'GET',
  path: '/products-v2',
  summary:
    'The products within the scope, 25 at a time. Each sort has its natural direction (newest, fewest, A to Z, best match first); reverse turns it.',
  access: { kind: 'vendor', permission: 'read_products' },
  query: listQuery,
  response: productListDto,
  errors: ['invalid_input', 'not_found'],
});

export const exportProductsEndpoint = endpoint({
  name: 'products.export',
  method: 'POST',
  path: '/products/export',
  summary:
    'Exactly the products that a list’s filter finds as CSV (text/csv), a row for each variant, in the order of ids.',
  access: { kind: 'vendor', permission: 'read_products' },
  body: listFilter,
  response: z.string().meta({ description: 'CSV in UTF-8' }),
  answers: ['text/csv'],
  errors: ['invalid_input', 'not_found', 'rate_limited'],
  limit: { perMinute: 20, by: 'viewer' },
});
