import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { findReadOfStore, startReadOfStore } from '#app/features/recovery/recovery.service.server.ts';
import { READ_STEP } from '#app/features/recovery/take-step.service.server.ts';
import { MAX_ATTEMPTS } from '#app/server/scheduled-jobs.server.ts';
import { buildStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';

beforeAll(async () => {
  await startProgram({ worker: false });
});
afterAll(() => program().stop());

test('a read whose step is not tried again is distinguished from one that is at work, so that the command ends', async () => {
  const store = await buildStore();
  const { services } = program().container;
  const since = new Date(services.clock.now().getTime() - HOUR_MS);
  const actor = { kind: 'system', id: 'test', name: 'test', role: 'system' } as const;
  await startReadOfStore(services, store.id, { since, actor });
  expect(await findReadOfStore(services, store.id)).toMatchObject({ read: { state: 'running' }, isStuck: false });
  await program().owner.scheduledJob.updateMany({
    where: { storeId: store.id, kind: READ_STEP },
    data: { attempts: MAX_ATTEMPTS },
  });
  expect(await findReadOfStore(services, store.id)).toMatchObject({ read: { state: 'running' }, isStuck: true });
});
