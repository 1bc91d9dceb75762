import { monthAfter } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { statementSettingsDefaults } from '#app/features/finance/statements/statement-settings.ts';
import { postSale } from '#tests/factories/statements.ts';
import { api, program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

const LONG_AGO_DAYS = 62;
const dayOf = (at: Date): string => at.toISOString().slice(0, 'yyyy-mm-dd'.length);
const monthOf = (at: Date): string => dayOf(at).slice(0, 'yyyy-mm'.length);

/** A month of the side's vendor that is over, with a sale in it. */
async function buildMonth({ store, vendor }: Side): Promise<string> {
  const month = monthOf(new Date(program().clock.now().getTime() - LONG_AGO_DAYS * DAY_MS));
  const at = new Date(`${month}-15T12:00:00Z`);
  await postSale({ store, vendor, at, grossMinor: 20_00n, commissionMinor: 2_00n });
  return month;
}

const settings = { ...statementSettingsDefaults, feeTaxPercent: '21' };

export const probes = defineProbes([
  {
    endpoint: 'statements.balances',
    request: ({ vendor }) => {
      const now = program().clock.now();
      return { query: { day: `${monthAfter(monthOf(now), -1)}-01`, to: dayOf(now), requestedVendor: vendor.name } };
    },
    ids: ['query.requestedVendor'],
  },
  {
    endpoint: 'statements.list',
    request: ({ vendor }) => ({
      query: { year: String(program().clock.now().getUTCFullYear()), requestedVendor: vendor.name },
    }),
    ids: ['query.requestedVendor'],
  },
  {
    endpoint: 'statements.read',
    request: async (side) => ({
      params: { month: await buildMonth(side) },
      query: { requestedVendor: side.vendor.name, currency: side.store.currency },
    }),
    ids: ['query.requestedVendor'],
  },
  {
    endpoint: 'statements.document',
    request: async (side) => ({
      params: { month: await buildMonth(side), paper: 'statement' },
      query: { requestedVendor: side.vendor.name, currency: side.store.currency, format: 'html', locale: 'fr' },
    }),
    ids: ['query.requestedVendor'],
  },
  {
    endpoint: 'statements.print',
    request: async (side) => ({
      body: {
        month: await buildMonth(side),
        paper: 'invoice',
        vendors: [String(side.vendor.id)],
        format: 'html',
        locale: 'de',
      },
    }),
    ids: ['body.vendors.*'],
    // An admin of the marketplace view prints the papers of all vendors of the store.
    sharedInStore: ['body.vendors.*'],
  },
  {
    endpoint: 'statements.link',
    request: async (side) => ({
      body: {
        month: await buildMonth(side),
        paper: 'statement',
        vendors: [String(side.vendor.id)],
        requestedVendor: side.vendor.name,
        currency: side.store.currency,
        locale: 'es',
      },
    }),
    ids: ['body.vendors.*', 'body.requestedVendor'],
  },
  {
    endpoint: 'statements.open',
    request: async (side) => {
      const body = { month: await buildMonth(side), paper: 'statement' };
      const { url } = (await api(side.member).post('/statements/links', body)).as<{ url: string }>();
      return { query: { ticket: new URL(url, 'http://host').searchParams.get('ticket') ?? '' } };
    },
  },
  {
    endpoint: 'statements.overview',
    request: async (side) => ({ params: { month: await buildMonth(side) }, query: { page: '1' } }),
  },
  { endpoint: 'statements.readSettings', request: () => ({}) },
  {
    endpoint: 'statements.saveSettings',
    request: async (side) => {
      const { version } = (await api(side.admin).get('/statement-settings')).as<{ version: number }>();
      return { body: { settings, version } };
    },
  },
]);
