import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRollUps } from '#app/features/dashboard/roll-ups.service.server.ts';
import { buildStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';

beforeAll(() => startProgram());
afterAll(() => program().stop());

it('hourly jobs of many stores that fall due together leave one another a connection: none fails', async () => {
  const { container, owner, clock } = program();
  for (let index = 0; index < 24; index++) await startRollUps(container.services, (await buildStore()).id);
  await program().drain();
  clock.advance({ hours: 1 });
  await program().drain();
  expect(await owner.scheduledJob.count({ where: { kind: 'dashboard.roll-up', attempts: { gt: 0 } } })).toBe(0);
});
