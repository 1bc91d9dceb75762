import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { REQUEST_STATES, REQUEST_TOPICS } from './compliance.ts';

export const requestDto = z
  .object({
    id: z.string(),
    topic: z.enum(REQUEST_TOPICS),
    state: z.enum(REQUEST_STATES),
    /** The customer's number at the platform; null where the request is about the whole store. */
    customerId: z.string().nullable(),
    /** How many orders it concerns, where it concerns any. */
    orders: z.number().int().nullable(),
    hasExport: z.boolean(),
    receivedAt: timeDto,
    dueAt: timeDto,
    completedAt: timeDto.nullable(),
  })
  .meta({ id: 'ComplianceRequest' });
export type RequestDto = z.infer<typeof requestDto>;

export const requestIdParams = z.object({ id: idSchema });
export const requestPage = z.object({
  page: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1, rule('at_least_one'))
    .max(PAGE_ROW_LIMIT / PAGE_SIZE, rule('max_row', { row: PAGE_ROW_LIMIT }))
    .default(1),
});

export const listRequestsEndpoint = endpoint({
  name: 'compliance.list',
  method: 'GET',
  path: '/compliance',
  summary: 'Requests of the platform about personal data, with state and due date; what is open first.',
  access: { kind: 'admin' },
  query: requestPage,
  response: z.object({ requests: z.array(requestDto), count: z.number().int(), pageCount: z.number().int() }),
});

export const exportRequestEndpoint = endpoint({
  name: 'compliance.export',
  method: 'GET',
  path: '/compliance/{id}/export',
  summary: 'What is known about the person of a data request, or what was owed when the store left, to hand over.',
  access: { kind: 'admin' },
  params: requestIdParams,
  response: z.record(z.string(), z.unknown()),
  errors: ['not_found'],
});

export const completeRequestEndpoint = endpoint({
  name: 'compliance.complete',
  method: 'POST',
  path: '/compliance/{id}/complete',
  summary: 'Notes that an export was handed over. Doing it again changes nothing.',
  access: { kind: 'admin' },
  params: requestIdParams,
  response: doneDto,
  errors: ['not_found'],
});
