import { expect } from 'vitest';
import type { ImportScheduleDto } from '#app/features/import-schedules/import-schedules.contract.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { programOf } from '#sandbox/providers/programs.ts';
import { invariant } from '#app/core/invariant.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';

export const FEED_HOST = 'supplier.programs.test';

/** What a supplier hands out at an address from now on; returns the address. */
export function putFeed(name: string, text: string, login = { username: '', password: '' }): string {
  const { sandbox } = program().sandbox ?? {};
  invariant(sandbox, 'a supplier answers through the sandbox');
  const supplier = programOf(sandbox, FEED_HOST);
  supplier.feeds = { ...supplier.feeds, [name]: { base64: Buffer.from(text).toString('base64'), ...login } };
  return `https://${FEED_HOST}/feeds/${name}`;
}

/** A scheduled import that somebody adds; it is due at once. */
export async function addSchedule(
  by: BuiltUser,
  o: { address: string; name?: string } & Record<string, unknown>,
): Promise<ImportScheduleDto> {
  const answer = await api(by).post('/import-schedules', { name: 'Supplier stock', ...o });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.as<ImportScheduleDto>();
}

/** Runs what is due of scheduled imports and of what they began, as a worker would. */
export async function runSchedules(): Promise<void> {
  const { services } = program().container;
  const kinds = ['import-schedules.', 'batches.'];
  const handlers = scheduledJobHandlers(services).filter(({ kind }) => kinds.some((one) => kind.startsWith(one)));
  const runner = createJobRunner({ ...services, handlers });
  while (await runner.runNext());
}

export async function readScheduleOf(by: BuiltUser, id: string): Promise<ImportScheduleDto> {
  const answer = await api(by).get('/import-schedules');
  const found = answer.as<{ schedules: ImportScheduleDto[] }>().schedules.find((one) => one.id === id);
  invariant(found, `the schedule is there: ${JSON.stringify(answer.body)}`);
  return found;
}
