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
  implement(contract.listSpecifications, async (ctx) => {
    await requireSpecifications(ctx);
    return listSpecifications(ctx);
  }),
  implement(contract.saveSpecification, async (ctx, { body }) => {
    await requireSpecifications(ctx);
    return saveSpecification(ctx, body);
  }),
  implement(contract.deleteSpecification, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return deleteSpecification(ctx, query);
  }),
  implement(entries.listKinds, async (ctx) => {
    await requireSpecifications(ctx);
    return readKinds(ctx);
  }),
  implement(entries.searchEntries, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return searchEntries(ctx, query);
  }),
  implement(entries.readChosen, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return readChosen(ctx, query);
  }),
  implement(entries.readEntryForm, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return readEntryForm(ctx, query);
  }),
  implement(entries.addEntry, async (ctx, { body }) => {
    await requireSpecifications(ctx);
    return addEntry(ctx, body);
  }),
];
