import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './saved-views.contract.ts';
import { deleteView, hideColumns, readListChoices, saveView } from './saved-views.service.server.ts';

export const savedViewsApi: readonly Implementation[] = [
  implement(contract.readListChoicesEndpoint, (ctx, { params }) => readListChoices(ctx, params.list)),
  implement(contract.saveViewEndpoint, (ctx, { params, body }) => saveView(ctx, params.list, body)),
  implement(contract.deleteViewEndpoint, (ctx, { params }) => deleteView(ctx, params.list, params.id)),
  implement(contract.hideColumnsEndpoint, (ctx, { params, body }) => hideColumns(ctx, params.list, body.hidden)),
];
