import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { withForeignId } from './input-paths.ts';
import { malformedVariants } from './malformed.ts';

const endpoint = {
  name: 'sample.change',
  method: 'PUT',
  path: '/samples/{sampleId}',
  summary: 'A sample',
  access: { kind: 'admin' },
  params: z.object({ sampleId: idSchema }),
  query: z.object({ page: z.coerce.number().int().min(1).max(400).default(1) }),
  body: z.object({
    title: z.string().min(1).max(20),
    kind: z.enum(['large', 'small']),
    note: z.string().max(5).optional(),
    lines: z.array(z.object({ id: idSchema, quantity: z.number().int().min(0).max(9) })).max(3),
  }),
  response: z.unknown(),
} satisfies AnyEndpoint;
const request = {
  params: { sampleId: '7' },
  query: { page: 1 },
  body: { title: 'A', kind: 'large', lines: [{ id: '1', quantity: 1 }] },
};

describe('the malformed variants of a request', () => {
  const variants = malformedVariants(endpoint, request);
  const fields = new Set(variants.map((variant) => variant.field));

  it('touch every field of every part, inside arrays too', () => {
    expect([...fields].sort()).toEqual(
      ['kind', 'lines', 'lines.0', 'lines.0.id', 'lines.0.quantity', 'note', 'page', 'sampleId', 'title'].sort(),
    );
  });

  it('hold what is missing, of another type, too long, too many, out of range and not in the list', () => {
    const what = variants.map((variant) => variant.what);
    for (const part of [
      'body.title is missing',
      'body.title is too long',
      'body.note is too long',
      'body.kind is not in the list',
      'body.lines has too many elements',
      'body.lines.0.quantity is too large',
      'body.lines.0.quantity is too small',
      'params.sampleId is no such thing',
      'query.page is no such thing',
    ]) {
      expect(what).toContain(part);
    }
  });

  it('leave the request itself alone', () => {
    expect(request.body).toEqual({ title: 'A', kind: 'large', lines: [{ id: '1', quantity: 1 }] });
  });
});

describe('a foreign id', () => {
  it('replaces the own one, and joins the own ones of an array', () => {
    const foreign = { params: { sampleId: '8' }, body: { lines: [{ id: '2', quantity: 1 }] } };
    expect(withForeignId(request, foreign, 'params.sampleId').map((one) => one.request.params)).toEqual([
      { sampleId: '8' },
    ]);
    expect(
      withForeignId(request, foreign, 'body.lines.*.id').map((one) => (one.request.body as typeof request.body).lines),
    ).toEqual([
      [{ id: '2', quantity: 1 }],
      [
        { id: '1', quantity: 1 },
        { id: '2', quantity: 1 },
      ],
    ]);
  });
});
