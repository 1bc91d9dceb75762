import { expect } from 'vitest';
import { api } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';

/** Switches holiday mode on or off, as an admin does. */
export async function switchHolidays(admin: BuiltUser, enabled: boolean): Promise<void> {
  const answer = await api(admin).patch('/app/info/features', { features: { holidayMode: { enabled } } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
