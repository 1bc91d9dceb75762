import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { doneDto, moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { FINDING_KINDS, FINDING_STATES, MAX_NOTE, SHORTEST_NOTE } from './finding.ts';

export const runDto = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'done', 'stopped']),
    occasion: z.enum(['daily', 'asked']),
    startedAt: timeDto,
    finishedAt: timeDto.nullable(),
    checked: z.number().int().meta({ description: 'Orders, payouts, balances and entries compared so far' }),
    total: z.number().int().nullable().meta({ description: 'Of how many; null before they were counted' }),
    skipped: z
      .array(z.object({ source: z.string(), reason: z.string() }))
      .meta({ description: 'Providers whose list could not be looked at, and why' }),
  })
  .meta({ id: 'ReconciliationRun' });
export type RunDto = z.infer<typeof runDto>;

export const findingDto = z
  .object({
    id: z.string(),
    kind: z.enum(FINDING_KINDS),
    vendor: z.object({ id: z.string(), name: z.string() }).nullable(),
    order: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    payoutId: z.string().nullable(),
    expected: moneyDto.nullable().meta({ description: 'Null where it is not about an amount that should be another' }),
    found: moneyDto.nullable(),
    detail: z
      .object({
        account: z.string().optional(),
        transaction: z.string().optional(),
        expected: z.string().optional(),
        found: z.string().optional(),
        reason: z.string().optional(),
        at: z.string().optional(),
      })
      .meta({ description: 'The account, the entry, two states, or why an order is held' }),
    firstSeenAt: timeDto,
    lastSeenAt: timeDto,
    resolvedAt: timeDto.nullable(),
    setAside: z.object({ at: timeDto, by: z.string(), note: z.string() }).nullable(),
  })
  .meta({ id: 'ReconciliationException' });
export type FindingDto = z.infer<typeof findingDto>;

export const reconciliationQuery = z.object({
  state: z.enum(FINDING_STATES).default('open'),
  page: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1)
    .max(PAGE_ROW_LIMIT / PAGE_SIZE)
    .default(1),
});
export type ReconciliationQuery = z.output<typeof reconciliationQuery>;

const reconciliationDto = z.object({
  run: runDto.nullable().meta({ description: 'The newest comparison; null before the first' }),
  counts: z.object({
    open: z.number().int(),
    set_aside: z.number().int(),
    resolved: z.number().int(),
  }),
  pageCount: z.number().int(),
  exceptions: z.array(findingDto),
});
export type ReconciliationDto = z.infer<typeof reconciliationDto>;

export const readReconciliationEndpoint = endpoint({
  name: 'reconciliation.read',
  method: 'GET',
  path: '/reconciliation',
  summary: 'Whether orders, payouts, balances and ledger agree: the newest comparison and what it found, newest first',
  access: { kind: 'admin', scope: 'reconciliation:read' },
  query: reconciliationQuery,
  response: reconciliationDto,
});

export const runReconciliationEndpoint = endpoint({
  name: 'reconciliation.run',
  method: 'POST',
  path: '/reconciliation/run',
  summary: 'Begins a comparison, or answers the one that is at work',
  access: { kind: 'admin' },
  response: runDto,
});

const params = z.object({ id: idSchema });
export const setAsideBody = z.object({
  note: z
    .string()
    .trim()
    .min(SHORTEST_NOTE, rule('min_characters', { minimum: SHORTEST_NOTE }))
    .max(MAX_NOTE, rule('max_characters', { maximum: MAX_NOTE })),
});

export const setAsideEndpoint = endpoint({
  name: 'reconciliation.setAside',
  method: 'POST',
  path: '/reconciliation/exceptions/{id}/set-aside',
  summary: 'Notes that somebody has looked at an exception: it is out of the way until it says something else',
  access: { kind: 'admin' },
  params,
  body: setAsideBody,
  response: doneDto,
  errors: ['not_found'],
});

export const putBackEndpoint = endpoint({
  name: 'reconciliation.reopen',
  method: 'POST',
  path: '/reconciliation/exceptions/{id}/put-back',
  summary: 'Puts an exception that was set aside back among those to look at',
  access: { kind: 'admin' },
  params,
  response: doneDto,
  errors: ['not_found'],
});

/** What the screen's form sends: one of the acts by its name. */
export const reconciliationForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('run') }),
  setAsideBody.extend({ act: z.literal('setAside'), id: idSchema }),
  z.object({ act: z.literal('putBack'), id: idSchema }),
]);
