import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { CHECK_STATUSES, STORE_CHECKS } from './check.ts';

export const checkDto = z
  .object({
    id: z.enum(STORE_CHECKS),
    status: z.enum(CHECK_STATUSES),
    detail: z.string().meta({ description: 'Names and numbers that no language changes; empty where there are none' }),
  })
  .meta({ id: 'InstallationCheck' });

export const readChecksEndpoint = endpoint({
  name: 'system.checks',
  method: 'GET',
  path: '/system/checks',
  summary: 'Asks the platform, the DNS and the database now how the installation stands. Changes nothing.',
  access: { kind: 'admin' },
  response: z.object({ checks: z.array(checkDto) }),
});
