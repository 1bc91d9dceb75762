import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_BYTES, toResource, UPLOAD_TOKEN_BYTES, UPLOAD_TOKEN_FILES, UPLOAD_FORMS } from './upload.ts';

const filename = z.string(rule('required')).trim().min(1, rule('required')).max(255).transform(storedText);
const fileSize = z.coerce
  .number(rule('bytes'))
  .int(rule('bytes'))
  .min(1, rule('file_empty'))
  .max(MAX_BYTES, rule('image_bytes'));

/** What somebody without an account brings: the ticket of a form, and the store where the host does not name it. */
export const uploadTokenQuery = z.object({
  ticket: z.string().max(100).optional(),
  store: z.string().max(100).optional(),
});

export const uploadTokenEndpoint = endpoint({
  name: 'uploads.createToken',
  method: 'POST',
  path: '/cdn/ticket',
  summary: `A ticket for uploads of somebody without an account: for one form of one store, ${UPLOAD_TOKEN_FILES} files, a day.`,
  access: { kind: 'public' },
  body: z.strictObject({
    form: z.enum(UPLOAD_FORMS),
    store: z
      .string()
      .max(100)
      .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, rule('shop_domain'))
      .optional(),
  }),
  response: z.object({
    ticket: z.string(),
    expiresAt: timeDto,
    files: z.number().int(),
    bytes: z
      .number()
      .int()
      .meta({ description: `At most ${UPLOAD_TOKEN_BYTES}` }),
  }),
  status: 201,
  errors: ['invalid_input', 'registration_closed', 'rate_limited'],
  limit: { perMinute: 20, by: 'address' },
});

export const stageUploadBody = z.object({
  filename,
  fileSize,
  mime: z
    .string(rule('required'))
    .trim()
    .max(100)
    .refine((mime) => toResource(mime) !== undefined, rule('accepted_types')),
});

const stagedTarget = z.object({
  url: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  resourceUrl: z.string(),
});
export const stagedUploadDto = z.object({
  stagedTarget,
  /** What the platform makes of it; the upload itself is named by its resourceUrl. */
  resource: z.enum(['IMAGE', 'VIDEO', 'FILE']),
});
export type StagedUpload = z.infer<typeof stagedUploadDto>;

export const stageUploadEndpoint = endpoint({
  name: 'uploads.stage',
  method: 'PUT',
  path: '/cdn/stage-upload',
  summary:
    "A target for one file of the store platform's own storage: the file follows as a multipart POST to its address.",
  access: { kind: 'vendor', permission: 'write_products', orToken: true },
  query: uploadTokenQuery,
  body: stageUploadBody,
  response: stagedUploadDto,
  errors: ['invalid_input', 'invalid_state', 'platform_refused', 'platform_failed'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const uploadTargetEndpoint = endpoint({
  name: 'uploads.target',
  method: 'PUT',
  path: '/cdn/{proxy}',
  summary: 'An address that takes one file by HTTP PUT with its content type, and where it lies afterwards.',
  access: { kind: 'vendor', permission: 'write_products', orToken: true },
  params: z.object({ proxy: z.string().max(40) }),
  query: uploadTokenQuery.extend({
    ext: z.string(rule('required')).trim().min(1, rule('required')).max(10),
    name: filename,
    size: fileSize
      .optional()
      .meta({ description: 'Bytes; the address then takes no other size. Needed with a ticket' }),
  }),
  response: z.object({ url: z.string(), location: z.string() }),
  errors: ['invalid_input', 'not_found', 'missing_permission', 'invalid_state'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const readFileEndpoint = endpoint({
  name: 'uploads.read',
  method: 'GET',
  path: '/cdn/{proxy}/{storeId}/{id}/{name}',
  summary: 'Where a private file can be read for some minutes. A browser that opens it is sent there (302).',
  access: { kind: 'vendor', permission: 'read_products', orToken: true },
  params: z.object({
    proxy: z.string().max(40),
    storeId: z.string().max(18),
    id: z.string().max(36),
    name: z.string().max(100),
  }),
  query: uploadTokenQuery,
  response: z.object({ src: z.string() }),
  errors: ['not_found'],
  limit: { perMinute: 240, by: 'viewer' },
});
