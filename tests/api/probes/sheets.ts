import { connectSheet, makeSheet, proveSheet, switchSheets } from '#tests/factories/sheets.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

/** A vendor whose spreadsheet is connected. */
async function connected({ admin, member }: Side): Promise<object> {
  await switchSheets(admin, true);
  await connectSheet(member, (await makeSheet()).url);
  return {};
}

export const probes = defineProbes([
  { endpoint: 'sheets.read', request: connected },
  {
    endpoint: 'sheets.connect',
    request: async ({ admin, member }) => {
      await switchSheets(admin, true);
      const { url } = await makeSheet();
      await proveSheet(member, url);
      return { body: { url } };
    },
  },
  { endpoint: 'sheets.disconnect', request: connected },
  { endpoint: 'sheets.trigger', request: connected },
  {
    endpoint: 'sheets.download',
    request: async ({ admin }) => {
      await switchSheets(admin, true);
      return {};
    },
  },
]);
