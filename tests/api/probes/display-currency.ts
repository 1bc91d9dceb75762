import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

const turnOn = ({ admin }: Side) =>
  program()
    .api(admin)
    .patch('/app/info/features', { features: { currencies: { enabled: true } } });
const RATES = { rates: [{ currency: 'JPY', rate: '155.2' }] };

export const probes = defineProbes([
  {
    endpoint: 'currency.read',
    request: async (side) => {
      await turnOn(side);
      return {};
    },
  },
  {
    endpoint: 'currency.save',
    request: async (side) => {
      await turnOn(side);
      await program().api(side.admin).put('/settings/currency/rates', RATES);
      return { body: { displayCurrency: 'JPY' } };
    },
  },
  {
    endpoint: 'currency.saveRates',
    request: async (side) => {
      await turnOn(side);
      return { body: RATES };
    },
  },
]);
