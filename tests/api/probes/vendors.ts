import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { foldName } from '#app/core/text/folding.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

/** A pending application to the side's store. */
async function buildApplication(side: Side) {
  const number = nextNumber();
  const vendorName = `Probed maker ${number}`;
  const email = `maker-${number}@souk.test`;
  const row = await program().owner.vendorApplication.create({
    data: {
      storeId: side.store.id,
      email,
      vendorName,
      vendorKey: foldName(vendorName),
      fields: [],
      status: 'pending',
      receivedAt: program().clock.now(),
    },
  });
  return { id: String(row.id), email, vendorName };
}

/** The wordings of the side's store as they are, so that saving them changes nothing for the other probes. */
async function readWordings(side: Side) {
  const { db } = program().container.services;
  return (await db.fast(marketplaceScope(side.store.id), readBranding)).wordings;
}

const ofApplication = { ids: ['params.id'], sharedInStore: ['params.id'] } as const;

export const probes = defineProbes([
  {
    endpoint: 'applications.submit',
    request: (side) => {
      const number = nextNumber();
      const body = {
        email: `applicant-${number}@souk.test`,
        vendorName: `Applicant ${number}`,
        store: side.store.domain,
        fields: [],
      };
      return { body };
    },
  },
  { endpoint: 'applications.list', request: () => ({ query: { status: 'pending', page: 1 } }) },
  {
    endpoint: 'applications.read',
    request: async (side) => ({ params: { id: (await buildApplication(side)).id } }),
    ...ofApplication,
  },
  {
    endpoint: 'applications.edit',
    request: async (side) => {
      const { id, email, vendorName } = await buildApplication(side);
      return { params: { id }, body: { email, vendorName: `${vendorName} & Co`, fields: [], version: 1 } };
    },
    ...ofApplication,
  },
  {
    endpoint: 'applications.setStatus',
    request: async (side) => ({
      params: { id: (await buildApplication(side)).id },
      body: { status: 'rejected', reason: 'No room' },
    }),
    ...ofApplication,
  },
  { endpoint: 'vendors.switchable', request: () => ({}) },
  { endpoint: 'vendors.list', request: () => ({ query: { view: 'all', sort: 'orders' } }) },
  {
    endpoint: 'vendors.create',
    request: async (side) => {
      const { id, email, vendorName } = await buildApplication(side);
      return {
        params: { vendor: vendorName },
        body: { identity: email, applicationId: id, fields: [], confirm: false },
      };
    },
    ids: ['body.applicationId'],
    sharedInStore: ['body.applicationId'],
  },
  { endpoint: 'branding.readLogo', request: (side) => ({ params: { store: side.store.domain } }) },
  { endpoint: 'registration.read', request: () => ({}) },
  { endpoint: 'stores.list', request: () => ({}) },
  { endpoint: 'app.info', request: () => ({}) },
  { endpoint: 'settings.history', request: () => ({}) },
  { endpoint: 'settings.list', request: () => ({}) },
  { endpoint: 'app.shop', request: () => ({}) },
  { endpoint: 'app.status', request: () => ({ query: { version: '0.2.0' } }) },
  {
    endpoint: 'app.saveFeatures',
    request: async (side) => ({
      body: { features: { wordings: await readWordings(side), auditLogs: { enabled: true } } },
    }),
  },
  {
    endpoint: 'app.track',
    request: () => ({ body: { event: 'orders.exported', properties: { rows: 12, filter: 'unpaid', again: false } } }),
  },
  { endpoint: 'app.listUsage', request: () => ({ query: { q: 'orders' } }) },
]);
