import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { doneDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';

export const removeBackgroundSchema = z.object({
  originImgUrl: z.string().trim().min(1, rule('required_field')).max(2048).refine(isWebAddress, rule('valid_url')),
});

export const keySchema = z.object({
  apiKey: z
    .string()
    .trim()
    .min(16, rule('key_too_short'))
    .max(100)
    .regex(/^[\w-]+$/, rule('key_malformed')),
});

/** What an admin sees of the key: never the key itself. */
export const keyStateDto = z.object({
  isSet: z.boolean(),
  hint: z.string().meta({ description: 'The last four signs of the key' }),
  credits: z
    .number()
    .nullable()
    .meta({ description: 'Pictures that are still paid for; null where it is not known now' }),
});
export type KeyState = z.infer<typeof keyStateDto>;

const path = '/images/remove-bg/api-key';
const access = { kind: 'admin' } as const;

export const removeBackgroundEndpoint = endpoint({
  name: 'images.removeBackground',
  method: 'POST',
  path: '/images/remove-bg/v2',
  summary:
    'A copy of a picture without its background, to look at; the picture itself stays as it is until a product is saved with the copy',
  access: { kind: 'vendor', permission: 'write_products' },
  body: removeBackgroundSchema,
  response: z.object({ convertedImgUrl: z.string() }),
  errors: ['invalid_input', 'invalid_state', 'provider_failed'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const readRemovalKeyEndpoint = endpoint({
  name: 'images.readKey',
  method: 'GET',
  path,
  summary: 'Whether the marketplace has a key of the provider of background removal',
  access,
  response: keyStateDto,
});

export const saveRemovalKeyEndpoint = endpoint({
  name: 'images.saveKey',
  method: 'PUT',
  path,
  summary: 'Keeps a key of the provider of background removal, sealed, once the provider has taken it',
  access,
  body: keySchema,
  response: keyStateDto,
  errors: ['invalid_input', 'conflict', 'provider_failed'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const deleteRemovalKeyEndpoint = endpoint({
  name: 'images.deleteKey',
  method: 'DELETE',
  path,
  summary: 'Forgets the key of the provider of background removal',
  access,
  response: doneDto,
  errors: ['conflict'],
});
