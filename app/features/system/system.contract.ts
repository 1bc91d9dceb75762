import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { PLATFORM_PROBLEMS } from '#app/core/platform-problem.ts';
import { rule } from '#app/core/rules.ts';
import { startReadBody } from '#app/features/recovery/recovery.contract.ts';
import { HOLD_REASONS } from '#app/platform/hold/hold.ts';
import { PROBLEM_SUBJECTS } from './sync-problem.ts';
import { DEAD_REASONS } from './system.ts';

const MAX_IDS = 200;

/** A dead letter's id: a delivery's digits, or a job's behind `job-`. */
export const deadLetterId = z
  .string()
  .max(22)
  .regex(/^(job-)?[1-9]\d{0,17}$/, rule('not_a_dead_letter'));

export const deadLetterDto = z
  .object({
    id: z.string(),
    kind: z.enum(['delivery', 'job']),
    /** The topic of a delivery, the kind of a job. */
    name: z.string(),
    subject: z.enum(PROBLEM_SUBJECTS).meta({ description: 'What it is about' }),
    order: z
      .object({ id: z.string().nullable(), name: z.string() })
      .nullable()
      .meta({ description: 'The order that it belongs to, where that is known; without an id where it never arrived' }),
    /** Why, for people; `error` is what the program noted. */
    reason: z.enum(DEAD_REASONS),
    /** The fields of the message that could not be read. */
    fields: z.array(z.string()),
    error: z.string().nullable(),
    tries: z.number().int(),
    at: timeDto,
    /** Facts of the payload without personal data. */
    summary: z.array(z.object({ field: z.string(), value: z.string() })),
    /** False where the raw body was erased: it can only be discarded. */
    canReplay: z.boolean(),
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetterDto = z.infer<typeof deadLetterDto>;

export const exceptionDto = z
  .object({
    id: z.string(),
    kind: z.string(),
    vendor: z.string().nullable(),
    reference: z.string(),
    /** The order it is about, where it is about one. */
    orderId: z.string().nullable(),
    order: z.string().nullable(),
    foundAt: timeDto,
    resolvedAt: timeDto.nullable(),
  })
  .meta({ id: 'SystemException' });
export type ExceptionDto = z.infer<typeof exceptionDto>;

/** What of the store's access to the platform only a person can mend; `detail` in the platform's words. */
export const platformProblemDto = z
  .object({ kind: z.enum(PLATFORM_PROBLEMS), detail: z.string(), since: timeDto, lastAt: timeDto })
  .meta({ id: 'PlatformProblem' });
export type PlatformProblemDto = z.infer<typeof platformProblemDto>;

export const systemStatusEndpoint = endpoint({
  name: 'system.status',
  method: 'GET',
  path: '/system/status',
  summary: 'How many deliveries wait or failed, and what an admin should look at.',
  access: { kind: 'admin' },
  response: z.object({
    waitingDeliveries: z.number().int(),
    deadDeliveries: z.number().int(),
    deadJobs: z.number().int(),
    openExceptions: z.number().int(),
    openRequests: z.number().int(),
    lastDeliveryAt: timeDto.nullable(),
    failedMails: z.number().int(),
    waitingMails: z.number().int().meta({ description: 'Mails that failed and are tried again' }),
    mailsFailingSince: timeDto.nullable(),
    hold: z
      .object({ since: timeDto, reason: z.enum(HOLD_REASONS) })
      .nullable()
      .meta({ description: 'Since when payouts, labels, numbered documents and queued mails stand still, and why' }),
    platformProblems: z
      .array(platformProblemDto)
      .meta({ description: 'What the platform refuses until a person mends it; gone with the next success' }),
  }),
});

export const holdEndpoint = endpoint({
  name: 'system.hold',
  method: 'POST',
  path: '/system/hold',
  summary:
    'Lets everything that leaves the house stand still, as after a restore of the database. Needs the right to pay out.',
  access: { kind: 'admin' },
  response: doneDto,
});

export const releaseBody = z.object({
  note: z
    .string()
    .trim()
    .min(3, rule('min_characters', { minimum: 3 }))
    .max(500, rule('max_characters', { maximum: 500 })),
});
export const releaseEndpoint = endpoint({
  name: 'system.release',
  method: 'POST',
  path: '/system/release',
  summary: 'Lets what stands still go on, with a note that is kept. Needs the right to pay out.',
  access: { kind: 'admin' },
  body: releaseBody,
  response: doneDto,
});

export const listDeadLettersEndpoint = endpoint({
  name: 'system.deadLetters',
  method: 'GET',
  path: '/system/dead-letters',
  summary: 'Deliveries and jobs that failed for good, newest first, with their error and without personal data.',
  access: { kind: 'admin' },
  response: z.object({ deadLetters: z.array(deadLetterDto), count: z.number().int() }),
});

const ids = z.array(deadLetterId).min(1, rule('one_id')).max(MAX_IDS);
export const replayBody = z.object({ ids });
export const replayEndpoint = endpoint({
  name: 'system.replay',
  method: 'POST',
  path: '/system/dead-letters/replay',
  summary: 'Puts dead letters back to work. One unknown id refuses the whole.',
  access: { kind: 'admin' },
  body: replayBody,
  response: z.object({ replayed: z.number().int() }),
  errors: ['not_found', 'invalid_state'],
});

export const discardBody = z.object({
  ids,
  reason: z
    .string()
    .trim()
    .min(3, rule('min_characters', { minimum: 3 }))
    .max(500),
});
export const discardEndpoint = endpoint({
  name: 'system.discard',
  method: 'POST',
  path: '/system/dead-letters/discard',
  summary: 'Gives dead letters up, with a reason that is kept. One unknown id refuses the whole.',
  access: { kind: 'admin' },
  body: discardBody,
  response: z.object({ discarded: z.number().int() }),
  errors: ['not_found'],
});

export const exceptionsQuery = z.object({ state: z.enum(['open', 'resolved']).default('open') });
export const listExceptionsEndpoint = endpoint({
  name: 'system.exceptions',
  method: 'GET',
  path: '/system/exceptions',
  summary:
    'Differences that an admin should look at: orders without commission line, refused refunds, missed webhooks.',
  access: { kind: 'admin' },
  query: exceptionsQuery,
  response: z.object({ exceptions: z.array(exceptionDto), count: z.number().int() }),
});

export const resolveParams = z.object({ id: idSchema });
export const resolveBody = z.object({ note: z.string().trim().max(500).default('') });
export const resolveEndpoint = endpoint({
  name: 'system.resolve',
  method: 'POST',
  path: '/system/exceptions/{id}/resolve',
  summary: 'Notes that a difference was dealt with. Doing it again changes nothing.',
  access: { kind: 'admin' },
  params: resolveParams,
  body: resolveBody,
  response: doneDto,
  errors: ['not_found'],
});

/** What the screen's form sends: one of the acts by its name. */
export const systemFormSchema = z.discriminatedUnion('act', [
  replayBody.extend({ act: z.literal('replay') }),
  discardBody.extend({ act: z.literal('discard') }),
  resolveBody.extend({ act: z.literal('resolve'), id: idSchema }),
  z.object({ act: z.literal('hold') }),
  startReadBody.extend({ act: z.literal('read') }),
  releaseBody.extend({ act: z.literal('release') }),
]);
