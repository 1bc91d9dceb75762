import { KEY_SCOPES } from '#app/core/viewer.ts';
import { z } from 'zod';
import { refusalShape, timeDto, typedAmount } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { OWN_STORE_KINDS } from '#app/core/own-store.ts';
import { rule } from '#app/core/rules.ts';
import { EXPIRY_DAYS, MAX_KEY_NAME, MAX_NETWORK_LENGTH, MAX_NETWORKS } from '#app/features/api-keys/api-key.ts';
import { connectWooForm } from './connect-store.ts';
import {
  CONNECTION_STATES,
  KEPT_FIELDS,
  MAX_FACTOR,
  parseFactor,
  STORE_PROBLEMS,
  SYNC_OUTCOMES,
} from './connection.ts';

const count = z.number().int();

const apiKeyDto = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The last characters of the key' }),
  createdBy: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)).meta({
    description: 'What it was given; it never does more than whoever made it may do at the time of a call',
  }),
  createdAt: timeDto,
  lastUsedAt: timeDto.nullable(),
  lastUsedFrom: z.string().nullable().meta({ description: 'The address of the last call' }),
  lastUsedCall: z.string().nullable().meta({ description: 'The name of the last call, such as orders.list' }),
  expiresInDays: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'For how many days it was made; null: it does not expire' }),
  expiresAt: timeDto.nullable(),
  isExpired: z.boolean().meta({ description: 'It is refused, and listed until it is removed' }),
  networks: z.array(z.string()).meta({ description: 'Where calls with it may come from; empty: from anywhere' }),
  endsAt: timeDto.nullable().meta({ description: 'Until when it works beside the key that replaced it' }),
  canBeReplaced: z.boolean().meta({ description: 'False while a replacement of it is there' }),
});
export type ApiKeyDto = z.infer<typeof apiKeyDto>;

const ownStoreDto = z.object({
  kind: z.enum(OWN_STORE_KINDS).meta({ description: 'What it runs on' }),
  shop: z.string().meta({ description: 'Its domain; of WooCommerce its address without a protocol' }),
  state: z.enum(CONNECTION_STATES).meta({ description: 'Paused: the access to the store was lost' }),
  problem: z.enum(STORE_PROBLEMS).nullable().meta({ description: 'Why the last sync did not come to its end' }),
  connectedBy: z.string(),
  connectedAt: timeDto,
  syncedAt: timeDto.nullable().meta({ description: 'When all products were last in step' }),
  nextAt: timeDto.nullable(),
  isRunning: z.boolean().meta({ description: 'A sync runs, or is about to' }),
  products: z.record(z.enum(SYNC_OUTCOMES), count).meta({ description: 'Synced products by what became of them' }),
  differences: count.meta({
    description: 'Synced products that differ from the store; see `/integrations/differences`',
  }),
  placesOrders: z.boolean().meta({ description: 'New paid orders are placed there, and its shipments taken over' }),
  grantsOrders: z.boolean().meta({
    description: 'Whether its access suffices for orders; where it does not, the store has to be connected again',
  }),
  orders: z
    .object({ placed: count, waiting: count, problems: count })
    .meta({ description: 'Orders by what became of them there; `problems` are those that somebody has to see to' }),
});
export type OwnStoreDto = z.infer<typeof ownStoreDto>;

export const integrationKeysDto = z
  .object({
    isVendor: z.boolean().meta({ description: 'False in the marketplace view, which has keys and no store' }),
    canEdit: z.boolean(),
    canChangeOrders: z.boolean().meta({ description: 'Whether the viewer may have orders placed in the own store' }),
    canChangeProducts: z
      .boolean()
      .meta({ description: 'Whether the viewer may also price products and connect a store' }),
    currency: z.string(),
    additionalCost: z.string().meta({ description: 'Added to each price, in the currency of the marketplace' }),
    additionalFactor: z.string().meta({ description: 'What each price is multiplied by, before the cost is added' }),
    skipPriceUpdate: z.boolean().meta({ description: 'Later changes of prices are not taken over' }),
    skipContentUpdate: z.boolean().meta({ description: 'Later changes of titles, descriptions and images are not' }),
    keys: z.array(apiKeyDto),
    allowedScopes: z.array(z.enum(KEY_SCOPES)).meta({ description: 'The scopes that the viewer may give a key' }),
    key: z.string().nullable().meta({ description: 'The key that was just made; it is shown in this answer only' }),
    store: ownStoreDto.nullable().meta({ description: 'The vendor’s own store' }),
  })
  .meta({ id: 'IntegrationKeys' });
export type IntegrationKeysDto = z.infer<typeof integrationKeysDto>;

const FACTOR = rule('factor', { maximum: MAX_FACTOR });
const factor = z
  .union([z.string().trim().max(20), z.number()], FACTOR)
  .transform(String)
  .refine((text) => parseFactor(text) !== undefined, FACTOR);

export const syncSettingsInput = z.object({
  additionalCost: typedAmount,
  additionalFactor: factor,
  skipPriceUpdate: z.boolean(),
  skipContentUpdate: z.boolean(),
});
const NETWORK = rule('network');
const network = z
  .string(NETWORK)
  .trim()
  .max(MAX_NETWORK_LENGTH, { error: NETWORK, abort: true })
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NETWORK));

export const newKeyInput = z.object({
  name: z
    .string(rule('required_field'))
    .trim()
    .min(1, rule('required_field'))
    .max(MAX_KEY_NAME, rule('max_characters', { maximum: MAX_KEY_NAME })),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1, rule('required_field'))
    .max(KEY_SCOPES.length, rule('max_at_once', { maximum: KEY_SCOPES.length }))
    .optional()
    .meta({ description: 'What the key may be used for; left out, all that costs no money and its maker may do' }),
  expiresInDays: z
    .literal([...EXPIRY_DAYS])
    .nullable()
    .optional()
    .meta({ description: 'After how many days the key is refused; null or left out: never' }),
  networks: z
    .array(network)
    .max(MAX_NETWORKS, rule('max_at_once', { maximum: MAX_NETWORKS }))
    .optional()
    .meta({ description: 'Addresses and networks (CIDR) that the key may come from; left out, from anywhere' }),
});
/** Whether orders go to the own store, as a screen sends it. */
export const placesOrdersInput = z.object({
  placesOrders: z.boolean().meta({ description: 'Whether new paid orders are placed in the vendor’s own store' }),
});
export const saveKeysBody = syncSettingsInput
  .extend(placesOrdersInput.shape)
  .partial()
  .extend(newKeyInput.partial().shape);
export type SaveKeysInput = z.output<typeof saveKeysBody>;
export const revokeBody = z.object({
  id: idSchema.optional().meta({ description: 'The key to revoke; without it everything ends' }),
  store: z.literal(true).optional().meta({ description: 'Only the own store is disconnected' }),
});
export type RevokeInput = z.output<typeof revokeBody>;

export const keyParams = z.object({ keyId: idSchema });
/** The replacement as a screen sends it. */
export const replaceKeyForm = z.object({ replace: idSchema });

const read = { kind: 'vendor', permission: 'read_integrations' } as const;
const write = { kind: 'vendor', permission: 'write_integrations' } as const;

export const readKeysEndpoint = endpoint({
  name: 'integrations.readKeys',
  method: 'GET',
  path: '/integrations/keys',
  summary:
    'The API keys of the vendor, or in the marketplace view the marketplace’s own; the vendor’s own store, and how its products are priced and updated here.',
  access: read,
  response: integrationKeysDto,
  errors: ['feature_disabled'],
});

export const saveKeysEndpoint = endpoint({
  name: 'integrations.saveKeys',
  method: 'PUT',
  path: '/integrations/keys',
  summary:
    'Saves what is sent of the settings; products are priced again at once. With a `name` a key is made, which this answer alone holds.',
  access: write,
  body: saveKeysBody,
  response: integrationKeysDto,
  errors: ['feature_disabled', 'invalid_input', 'invalid_state'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const revokeKeysEndpoint = endpoint({
  name: 'integrations.revokeKeys',
  method: 'DELETE',
  path: '/integrations/keys',
  summary:
    'Revokes the key `id`, or disconnects the own store (`store`), or, with neither, both with all keys. Products stay as they are.',
  access: write,
  body: revokeBody,
  response: integrationKeysDto,
  errors: ['feature_disabled', 'invalid_state', 'not_found'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const replaceKeyEndpoint = endpoint({
  name: 'integrations.replaceKey',
  method: 'POST',
  path: '/integrations/keys/{keyId}/replacement',
  summary:
    'Makes a key in the place of another, with its name, scopes, expiry and networks. This answer alone holds it; the old one works for 24 hours more.',
  access: write,
  params: keyParams,
  response: integrationKeysDto,
  errors: ['feature_disabled', 'invalid_state', 'not_found'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const connectWooEndpoint = endpoint({
  name: 'integrations.connectWooCommerce',
  method: 'PUT',
  path: '/integrations/woocommerce',
  summary:
    'Connects the vendor’s own store of WooCommerce in the place of any other. Its keys need the permission Read/Write; they are tried at once.',
  access: write,
  body: connectWooForm,
  response: integrationKeysDto,
  errors: ['feature_disabled', 'invalid_input', 'invalid_state', 'platform_throttled'],
  limit: { perMinute: 10, by: 'viewer' },
});

const syncDto = z.object({
  productId: z.string().nullable().meta({ description: 'The product here' }),
  outcome: z.enum(SYNC_OUTCOMES),
  kept: z.array(z.enum(KEPT_FIELDS)).meta({ description: 'Changed there and here: what stands here was kept' }),
  refusal: z.object(refusalShape).nullable(),
  checkedAt: timeDto.nullable(),
});

const storeProductDto = z.object({
  id: z.string().meta({ description: 'The product’s id in its own store' }),
  title: z.string(),
  status: z.enum(['DRAFT', 'ACTIVE', 'ARCHIVED', 'UNLISTED']),
  image: z.string().nullable(),
  variants: count,
  price: z.object({ amount: z.string(), currency: z.string() }).meta({ description: 'The lowest, as it is there' }),
  sync: syncDto.nullable().meta({ description: 'Null where it is not kept in step' }),
});
export type StoreProductDto = z.infer<typeof storeProductDto>;

export const storeProductsDto = z
  .object({
    shop: z.string(),
    products: z.array(storeProductDto),
    next: z.string().nullable().meta({ description: 'Where the next page begins; null on the last one' }),
    isRunning: z.boolean(),
    canSync: z.boolean(),
  })
  .meta({ id: 'StoreProducts' });
export type StoreProductsDto = z.infer<typeof storeProductsDto>;

export const storeProductsQuery = z.object({
  q: z.string().trim().max(100).default(''),
  after: z.string().max(500).optional(),
});

const storeErrors = [
  'feature_disabled',
  'invalid_state',
  'platform_failed',
  'platform_throttled',
  'shop_access_revoked',
] as const;

export const listStoreProductsEndpoint = endpoint({
  name: 'integrations.listStoreProducts',
  method: 'GET',
  path: '/integrations/shopify/products',
  summary: 'A page of the products of the vendor’s own store, by title, each with what became of it here.',
  access: read,
  query: storeProductsQuery,
  response: storeProductsDto,
  errors: ['invalid_input', ...storeErrors],
  limit: { perMinute: 60, by: 'viewer' },
});

export const syncProductBody = z.object({
  productId: idSchema,
  action: z.enum(['sync', 'overwrite', 'stop']).default('sync').meta({
    description: 'Keep it in step, take over everything as it is there, or keep it in step no longer',
  }),
});
export type SyncProductInput = z.output<typeof syncProductBody>;

export const syncProductEndpoint = endpoint({
  name: 'integrations.syncProduct',
  method: 'POST',
  path: '/integrations/products/sync',
  summary: 'Keeps a product of the vendor’s own store in step here, from now on and once an hour. Again is the same.',
  access: { kind: 'vendor', permission: 'write_products' },
  body: syncProductBody,
  response: z.object({ sync: syncDto.nullable() }),
  status: 202,
  errors: [...storeErrors, 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const compareStoreEndpoint = endpoint({
  name: 'integrations.compareStore',
  method: 'POST',
  path: '/integrations/products/compare',
  summary:
    'Looks at every product that is kept in step with the vendor’s own store now, instead of within the hour, and lists what differs. Again is the same.',
  access: { kind: 'vendor', permission: 'write_products' },
  response: z.object({ isRunning: z.literal(true) }),
  status: 202,
  errors: ['feature_disabled', 'invalid_state'],
  limit: { perMinute: 10, by: 'viewer' },
});
