import { importTable, sendTable, uploadTable } from '#tests/factories/tables.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

const table = (): string => {
  const number = nextNumber();
  return `sku,title,price\nPROBED-${number},Probed bowl ${number},10\n`;
};

/** A table that the side's vendor has uploaded. */
const buildImport = (side: Side) => uploadTable(side.member, table());
const named = async (side: Side) => ({ params: { importId: (await buildImport(side)).id } });
const mapped = async (side: Side) => {
  const { id, mapping } = await buildImport(side);
  return { params: { importId: id }, body: { mapping } };
};
/** A table that was imported, by whichever worker took it. */
const importWhole = async (side: Side): Promise<string> => {
  const { id } = await importTable(side.member, table());
  await waitFor('the import has ended', async () => {
    const { state } = (await api(side.member).get(`/product-csv/imports/${id}`)).as<{ state: string }>();
    return state === 'done';
  });
  return id;
};
/** A saved template of a vendor. */
const buildTemplate = async (storeId: bigint, vendorId: bigint): Promise<string> => {
  const settings = { columns: ['sku'], optionNames: [], decimalSign: null, vendor: null, allowsIncomplete: false };
  const name = `Probed template ${nextNumber()}`;
  const data = { storeId, vendorId, name, headers: ['sku'], settings, savedBy: 'Ada', savedAt: new Date() };
  return String((await program().owner.importTemplate.create({ data })).id);
};
const ids = ['params.importId'];

export const probes = defineProbes([
  { endpoint: 'productImport.upload', request: () => ({ query: { name: 'spring.csv', size: 120 } }) },
  {
    endpoint: 'productImport.create',
    request: async (side) => ({ body: { location: await sendTable(side.member, table()) } }),
    ids: ['body.location'],
  },
  { endpoint: 'productImport.list', request: () => ({}) },
  { endpoint: 'productImport.read', request: named, ids },
  { endpoint: 'productImport.check', request: mapped, ids },
  { endpoint: 'productImport.preview', request: mapped, ids },
  { endpoint: 'productImport.exportPreview', request: mapped, ids },
  { endpoint: 'productImport.start', request: mapped, ids },
  { endpoint: 'productImport.stop', request: named, ids },
  { endpoint: 'productImport.retry', request: named, ids },
  {
    endpoint: 'productImport.undo',
    request: async (side) => ({ params: { importId: await importWhole(side) } }),
    ids,
  },
  { endpoint: 'productImport.failedRows', request: named, ids },
  { endpoint: 'productImport.sample', request: () => ({}) },
  { endpoint: 'productImport.templates', request: () => ({}) },
  {
    endpoint: 'productImport.saveTemplate',
    request: async (side) => {
      const { id, mapping } = await buildImport(side);
      return { body: { importId: id, mapping, name: `Probed ${nextNumber()}` } };
    },
    ids: ['body.importId'],
  },
  {
    endpoint: 'productImport.deleteTemplate',
    request: async ({ store, vendor }) => ({ params: { id: await buildTemplate(store.id, vendor.id) } }),
    ids: ['params.id'],
    once: true,
  },
]);
