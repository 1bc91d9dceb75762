import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { MOST_BYTES, resourceOf } from './upload.ts';

export const stageUploadBody = z.object({
  filename: z.string('Required').trim().min(1, 'Required').max(255),
  fileSize: z.coerce
    .number('must be a number of bytes')
    .int('must be a number of bytes')
    .min(1, 'The file is empty')
    .max(MOST_BYTES, 'Maximum image size is 20MB'),
  mime: z
    .string('Required')
    .trim()
    .max(100)
    .refine(
      (mime) => resourceOf(mime) !== undefined,
      'accepted types are JPEG, PNG, WEBP, HEIC, GIF, videos and documents',
    ),
});

const stagedTarget = z.object({
  url: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  resourceUrl: z.string(),
});
export const stagedUploadWire = z.object({
  stagedTarget,
  /** What the platform makes of it; the upload itself is named by its resourceUrl. */
  resource: z.enum(['IMAGE', 'VIDEO', 'FILE']),
});
export type StagedUpload = z.infer<typeof stagedUploadWire>;

export const stageUploadEndpoint = endpoint({
  name: 'uploads.stage',
  method: 'PUT',
  path: '/cdn/stage-upload',
  summary:
    "A target for one file of the store platform's own storage: the file follows as a multipart POST to its address.",
  access: { kind: 'vendor', permission: 'write_products' },
  body: stageUploadBody,
  response: stagedUploadWire,
  errors: ['invalid_input', 'platform_refused', 'platform_failed'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const uploadTargetEndpoint = endpoint({
  name: 'uploads.target',
  method: 'PUT',
  path: '/cdn/{proxy}',
  summary: 'An address that takes one file by HTTP PUT with its content type, and where it lies afterwards.',
  access: { kind: 'vendor', permission: 'write_products' },
  params: z.object({ proxy: z.string().max(40) }),
  query: z.object({
    ext: z.string('Required').trim().min(1, 'Required').max(10),
    name: z.string('Required').trim().min(1, 'Required').max(255),
  }),
  response: z.object({ url: z.string(), location: z.string() }),
  errors: ['invalid_input', 'not_found', 'missing_permission'],
  limit: { perMinute: 120, by: 'viewer' },
});
