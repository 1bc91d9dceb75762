import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { addEntry, readEntryForm } from './add-entry.service.server.ts';
import * as entries from './entries.contract.ts';
import { readChosen, readKinds, searchEntries } from './entries.service.server.ts';
import * as contract from './specifications.contract.ts';
import {
  deleteSpecification,
  listSpecifications,
  requireSpecifications,
  saveSpecification,
} from './specifications.service.server.ts';

export const specificationsApi: readonly Implementation[] = [
  implement(contract.listSpecificationsEndpoint, async (ctx) => {
    await requireSpecifications(ctx);
    return listSpecifications(ctx);
  }),
  implement(contract.saveSpecificationEndpoint, async (ctx, { body }) => {
    await requireSpecifications(ctx);
    return saveSpecification(ctx, body);
  }),
  implement(contract.deleteSpecificationEndpoint, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return deleteSpecification(ctx, query);
  }),
  implement(entries.listKindsEndpoint, async (ctx) => {
    await requireSpecifications(ctx);
    return readKinds(ctx);
  }),
  implement(entries.searchEntriesEndpoint, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return searchEntries(ctx, query);
  }),
  implement(entries.readChosenEndpoint, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return readChosen(ctx, query);
  }),
  implement(entries.readEntryFormEndpoint, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return readEntryForm(ctx, query);
  }),
  implement(entries.addEntryEndpoint, async (ctx, { body }) => {
    await requireSpecifications(ctx);
    return addEntry(ctx, body);
  }),
];
