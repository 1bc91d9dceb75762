import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { colorsSchema, logoSchema, wordingsSchema } from '#app/platform/settings/branding/branding.contract.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';

/** Which store is meant says the host, `?store=`, or the only installation, as for every public call. */
const limit = { perMinute: 240, by: 'address' } as const;
const access = { kind: 'public' } as const;

const publicField = z.union([z.string(), z.array(z.string())]);

/** A vendor in a list of the storefront, with its public fields by their keys. */
const listedVendor = z
  .object({
    title: z.string(),
    handle: z.string(),
    url: z.string(),
    image: z.object({ url: z.string() }).nullable(),
  })
  .catchall(publicField)
  .meta({ id: 'StorefrontVendor' });

export const populateEndpoint = endpoint({
  name: 'storefront.populate',
  method: 'GET',
  path: '/storefront/populate',
  summary: 'What a theme needs of the marketplace: its words, colours and logo, and the vendors that have a page',
  access,
  response: z.object({
    store: z.string(),
    shopName: z.string(),
    wordings: wordingsSchema,
    colors: colorsSchema,
    logo: logoSchema,
    vendors: z.array(listedVendor),
  }),
  limit,
  crossOrigin: true,
});

export const populateV2Endpoint = endpoint({
  name: 'storefront.populateV2',
  method: 'GET',
  path: '/storefront/populate/v2',
  summary: 'The vendors that have a page, with their public fields',
  access,
  response: z.array(listedVendor),
  limit,
  crossOrigin: true,
});

export const populateVendorEndpoint = endpoint({
  name: 'storefront.populateVendor',
  method: 'GET',
  path: '/storefront/populate/vendor',
  summary: 'One vendor: its public fields with `json=true`, else a script that fills a theme’s own places with them',
  access,
  query: z.object({
    vendor: z.string().trim().min(1, rule('required_field')).max(VENDOR_NAME_MAX),
    json: z.enum(['true', 'false']).default('false'),
  }),
  response: z.union([z.record(z.string(), publicField), z.string()]),
  answers: ['application/json', 'text/javascript'],
  limit,
  crossOrigin: true,
});

export const stylesEndpoint = endpoint({
  name: 'storefront.styles',
  method: 'GET',
  path: '/storefront/styles.css',
  summary: 'The store’s colours as a style sheet for its theme',
  access,
  response: z.string().meta({ description: 'A style sheet' }),
  answers: ['text/css'],
  limit,
  crossOrigin: true,
});
