import { switchHolidays } from '#tests/factories/holidays.ts';
import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  {
    endpoint: 'holidays.read',
    request: async ({ admin }) => {
      await switchHolidays(admin, true);
      return {};
    },
  },
  {
    endpoint: 'holidays.save',
    request: async ({ admin }) => {
      await switchHolidays(admin, true);
      return { body: { enabled: true, from: '2027-01-02', to: '2027-01-09', message: 'Back on the tenth' } };
    },
  },
]);
