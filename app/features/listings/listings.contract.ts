import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import { moneyDto, optionalTypedAmount, typedAmount } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';

const params = z.object({ entryId: idSchema });

/** What a vendor says of an offer; the rest is the entry's, or is added in the editor. */
export const listingBody = z.object({
  price: typedAmount,
  compareAt: optionalTypedAmount,
  stock: z.coerce.number(rule('whole_number')).int(rule('whole_number')).min(0).max(999_999_999).default(0),
  sku: z.string().trim().max(255).default(''),
  vendor: z.string().trim().max(255).optional().meta({ description: 'For whom an admin offers' }),
});
export type ListingBody = z.output<typeof listingBody>;

const amountDto = z.string().nullable().meta({ description: 'A decimal string in the currency of the store' });
const rowShape = {
  id: z.string(),
  title: z.string(),
  pictureUrl: z.string(),
  productType: z.string(),
  barcode: z.string(),
  priceMin: amountDto,
  priceMax: amountDto,
  offers: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'How many live offers there are; null where prices are not shown' }),
  lowest: amountDto,
  mine: z
    .object({ productId: z.string(), status: z.string() })
    .nullable()
    .meta({ description: 'The offer of the vendor who asks' }),
};
export const catalogRow = z.object(rowShape).meta({ id: 'CatalogRow' });
export type CatalogRow = z.infer<typeof catalogRow>;

export const shownEntry = z
  .object({
    ...rowShape,
    description: z.string(),
    active: z.boolean(),
    currency: z.string(),
    standing: z
      .object({
        lowest: z.string(),
        others: z.number().int(),
        place: z.number().int().nullable().meta({ description: 'Of the own price among all, from 1 on' }),
      })
      .nullable()
      .meta({ description: 'The other live offers; null while there are none, or where prices are not shown' }),
  })
  .meta({ id: 'CatalogShownEntry' });
export type ShownEntry = z.infer<typeof shownEntry>;

export const browseQuery = pageSchema.extend({ q: z.string().trim().max(200).default('') });
export type BrowseQuery = z.output<typeof browseQuery>;

export const browseEndpoint = endpoint({
  name: 'catalog.browse',
  method: 'GET',
  path: '/catalog',
  summary: 'Entries that may be offered, by words of title, type and barcode, the last changed first',
  access: { kind: 'vendor', permission: 'read_products' },
  query: browseQuery,
  response: z.object({
    entries: z.array(catalogRow),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
  }),
  errors: ['feature_disabled'],
});

export const getEndpoint = endpoint({
  name: 'catalog.get',
  method: 'GET',
  path: '/catalog/{entryId}',
  summary: 'One entry with the own offer and where its price stands',
  access: { kind: 'vendor', permission: 'read_products' },
  params,
  response: z.object({ entry: shownEntry }),
  errors: ['feature_disabled', 'not_found'],
});

export const listEndpoint = endpoint({
  name: 'catalog.createListing',
  method: 'POST',
  path: '/catalog/{entryId}/offers',
  summary: 'Makes the vendor’s offer of an entry as a product, or answers the one that there is',
  access: { kind: 'vendor', permission: 'write_products' },
  params,
  body: listingBody,
  response: z.object({ productId: z.string(), isNew: z.boolean() }),
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'platform_refused', 'platform_failed'],
  creates: true,
  limit: { perMinute: 60, by: 'viewer' },
});

export const publicListing = z
  .object({
    id: z.string(),
    title: z.string(),
    handle: z.string(),
    url: z.string(),
    vendor: z.string(),
    vendorUrl: z.string().nullable().meta({ description: 'The vendor’s page; null without an approved one' }),
    price: moneyDto,
    compareAt: moneyDto.nullable(),
    from: z.boolean().meta({ description: 'Other variants cost more' }),
    available: z.boolean(),
    picture: z.string().nullable(),
    variantId: z
      .string()
      .nullable()
      .meta({ description: 'What goes into the cart; null where a variant is to be chosen' }),
  })
  .meta({ id: 'CatalogOffer' });
export type PublicListing = z.infer<typeof publicListing>;

export const publicCatalogEndpoint = endpoint({
  name: 'catalog.public',
  method: 'GET',
  path: '/public/catalog',
  summary:
    'The live offers of an entry, or of the entry of a product: what can be bought first, each cheapest first, at most 24',
  access: { kind: 'public' },
  query: z.object({
    id: idSchema.meta({ description: 'Of the entry, or of a product that offers it' }),
    store: z.string().max(100).optional().meta({ description: 'Where the host does not name the store' }),
  }),
  response: z.object({ products: z.array(publicListing) }),
  errors: ['feature_disabled', 'rate_limited'],
  limit: { perMinute: 240, by: 'address' },
  crossOrigin: true,
});
