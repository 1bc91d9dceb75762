import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { timeDto } from '#app/core/dto.ts';
import { runResults } from './run-results.ts';

/** A run as it is answered. */
export const runDto = z
  .object({
    id: z.string(),
    startedAt: timeDto,
    endedAt: timeDto.nullable().meta({ description: 'null while it is going on' }),
    results: runResults.nullable(),
  })
  .meta({ id: 'AutomaticPayoutRun' });
export type RunDto = z.output<typeof runDto>;

const access = { kind: 'admin' } as const;

export const triggerAutomatedEndpoint = endpoint({
  name: 'payouts.triggerAutomated',
  method: 'POST',
  path: '/payment/trigger-automated',
  summary: 'Pays what is ripe now by Stripe. While a run is going on, that run is answered and no other begins',
  access,
  response: z.object({ run: runDto, started: z.boolean() }),
  limit: { perMinute: 30, by: 'viewer' },
});

export const listAutomatedEndpoint = endpoint({
  name: 'payouts.listAutomated',
  method: 'GET',
  path: '/payment/automated',
  summary: 'The last 20 runs of automatic payouts, with what each paid and skipped',
  access,
  response: z.object({ runs: z.array(runDto) }),
});
