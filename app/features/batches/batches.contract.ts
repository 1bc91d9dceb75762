import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { refusalShape, timeDto } from '#app/core/dto.ts';
import { BATCH_STATES } from './batch.ts';

/** Which batch is meant: in an address, or in the form of a screen. */
export const namedBatch = z.object({ batchId: idSchema });

const fields = {
  id: z.string(),
  state: z.enum(BATCH_STATES),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  by: z.string(),
  /** What holds it up at the moment; it goes on by itself. */
  trouble: z.string().nullable(),
  startedAt: timeDto,
  finishedAt: timeDto.nullable(),
};
/** What is told of a batch of any kind: with fields of the kind's own, and with what names a refused item of it. */
export function batchDtoOf<Own extends z.ZodRawShape, Item extends z.ZodRawShape>(own: Own, item: Item) {
  return z.object({ ...fields, ...own, failures: z.array(z.object({ ...item, ...refusalShape })) });
}

export type AnyBatchDto = z.infer<z.ZodObject<typeof fields>>;
export type RefusalDto = z.infer<z.ZodObject<typeof refusalShape>>;
