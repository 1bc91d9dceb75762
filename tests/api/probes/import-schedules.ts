import type { ImportScheduleDto } from '#app/features/import-schedules/import-schedules.contract.ts';
import { switchIntegrations } from '#tests/factories/own-stores.ts';
import { api } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

const body = { name: 'Supplier stock', address: 'https://supplier.programs.test/feeds/probe.csv', frequency: 'weekly' };

/** A schedule of the side's vendor. */
async function makeSchedule({ admin, member }: Side): Promise<string> {
  await switchIntegrations(admin, true);
  // Ten is the most that a vendor has.
  const { schedules } = (await api(member).get('/import-schedules')).as<{ schedules: ImportScheduleDto[] }>();
  if (schedules.length >= 10) await api(member).delete(`/import-schedules/${schedules[0]?.id ?? ''}`);
  return (await api(member).post('/import-schedules', body)).as<ImportScheduleDto>().id;
}

export const probes = defineProbes([
  {
    endpoint: 'importSchedules.list',
    request: async (side) => {
      await makeSchedule(side);
      return {};
    },
  },
  {
    endpoint: 'importSchedules.create',
    request: async (side) => {
      const id = await makeSchedule(side);
      await api(side.member).delete(`/import-schedules/${id}`);
      return { body };
    },
  },
  {
    endpoint: 'importSchedules.change',
    ids: ['params.scheduleId'],
    request: async (side) => ({ params: { scheduleId: await makeSchedule(side) }, body: { ...body, name: 'Stock' } }),
  },
  {
    endpoint: 'importSchedules.switch',
    ids: ['params.scheduleId'],
    request: async (side) => ({ params: { scheduleId: await makeSchedule(side) }, body: { state: 'off' } }),
  },
  {
    endpoint: 'importSchedules.run',
    ids: ['params.scheduleId'],
    request: async (side) => ({ params: { scheduleId: await makeSchedule(side) } }),
  },
  {
    endpoint: 'importSchedules.delete',
    ids: ['params.scheduleId'],
    request: async (side) => ({ params: { scheduleId: await makeSchedule(side) } }),
  },
]);
