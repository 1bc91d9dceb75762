import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { COUNTED, LOST_KINDS, READ_PHASES, READ_STATES, SKIP_REASONS } from './recovery-read.ts';

export const recoveryReadDto = z
  .object({
    id: z.string(),
    since: timeDto,
    state: z.enum(READ_STATES),
    phase: z.enum(READ_PHASES),
    /** How much was brought that was not known here; products and offers were compared and read again. */
    counts: z.object(
      Object.fromEntries(COUNTED.map((kind) => [kind, z.number().int()])) as Record<
        (typeof COUNTED)[number],
        z.ZodNumber
      >,
    ),
    /** Labels that were bought since and are not known here, at most 200 of them. */
    unknownLabels: z.array(
      z.object({ transactionId: z.string(), tracking: z.string(), orderId: z.string().nullable() }),
    ),
    /** What could not be read, and why. */
    skipped: z.array(z.object({ phase: z.enum(READ_PHASES), reason: z.enum(SKIP_REASONS) })),
    /** What nothing outside holds, so that it cannot come back. */
    lost: z.array(z.enum(LOST_KINDS)),
    startedAt: timeDto,
    finishedAt: timeDto.nullable(),
  })
  .meta({ id: 'RecoveryRead' });
export type RecoveryReadDto = z.infer<typeof recoveryReadDto>;

export const startReadBody = z.object({
  since: z.iso
    .datetime({ offset: true, error: rule('date') })
    .max(40, rule('date'))
    .transform((text) => new Date(text)),
});
export const startReadEndpoint = endpoint({
  name: 'recovery.start',
  method: 'POST',
  path: '/recovery/reads',
  summary:
    'Reads everything that changed in the store and at providers since a moment, as after a restore; or answers the read that is at work.',
  access: { kind: 'admin' },
  body: startReadBody,
  response: recoveryReadDto,
});

export const latestReadEndpoint = endpoint({
  name: 'recovery.latest',
  method: 'GET',
  path: '/recovery/reads/latest',
  summary: 'The newest read of everything since a moment: how far it came, what it brought and what cannot come back.',
  access: { kind: 'admin' },
  response: z.object({ read: recoveryReadDto.nullable() }),
});
