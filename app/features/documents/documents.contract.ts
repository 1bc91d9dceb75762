import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { billingSchema, documentSettingsSchema } from './document-settings.ts';

export {
  linkDocumentsEndpoint,
  listDocumentsEndpoint,
  printOrdersEndpoint,
  readCreditNoteEndpoint,
  readDocumentEndpoint,
  type OrderDocumentsDto,
} from '#app/features/orders/printing/printing.contract.ts';

export const openLinkEndpoint = endpoint({
  name: 'documents.open',
  method: 'GET',
  path: '/documents/opened',
  summary: 'The documents that an address was made for',
  access: { kind: 'public' },
  query: z.object({ ticket: z.string().min(1).max(8_000) }),
  response: z.string().meta({ description: 'The documents as a page to print' }),
  answers: ['text/html', 'application/pdf'],
  errors: ['link_expired', 'not_found', 'invalid_state', 'rate_limited'],
  limit: { perMinute: 120, by: 'address' },
});

/** What the screen of the settings sends. */
export const documentSettingsBody = z
  .object({ settings: documentSettingsSchema, version: versionInput })
  .meta({ id: 'DocumentSettings' });
export type DocumentSettingsForm = z.output<typeof documentSettingsBody>;

export const readDocumentSettingsEndpoint = endpoint({
  name: 'documents.readSettings',
  method: 'GET',
  path: '/documents/settings',
  summary: 'Who sells on invoices, with which address, tax number, footers and numbers',
  access: { kind: 'admin' },
  response: documentSettingsBody,
});

export const saveDocumentSettingsEndpoint = endpoint({
  name: 'documents.saveSettings',
  method: 'PUT',
  path: '/documents/settings',
  summary: 'Saves them over the version that was read. What was issued stays as it is',
  access: { kind: 'admin' },
  body: documentSettingsBody,
  response: documentSettingsBody,
  errors: ['conflict'],
});

/** What the screen of a vendor's details sends. */
export const billingBody = z.object({ billing: billingSchema, version: versionInput }).meta({ id: 'VendorBilling' });
export type BillingForm = z.output<typeof billingBody>;

export const readBillingEndpoint = endpoint({
  name: 'documents.readBilling',
  method: 'GET',
  path: '/billing',
  summary: 'Who the vendor is on invoices in its name',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: billingBody,
  errors: ['invalid_state', 'missing_permission'],
});

export const saveBillingEndpoint = endpoint({
  name: 'documents.saveBilling',
  method: 'PUT',
  path: '/billing',
  summary: 'Saves it, for invoices that are issued from now on; for those who lead the vendor',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: billingBody,
  response: billingBody,
  errors: ['invalid_state', 'missing_permission', 'conflict'],
});
