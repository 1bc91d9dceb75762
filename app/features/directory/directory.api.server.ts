import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { createVendor } from './create-vendor.service.server.ts';
import { create, list } from './directory.contract.ts';
import { readDirectory } from './directory.service.server.ts';

export const directoryApi: readonly Implementation[] = [
  implement(list, async (ctx, { query }) => {
    const { rows: _rows, found: _found, ...answer } = await readDirectory(ctx, query);
    return answer;
  }),
  implement(create, async (ctx, { params, body }) => {
    const { id, name, handle } = await createVendor(ctx, { name: params.vendor, ...body });
    return { vendor: { id: String(id), name, handle } };
  }),
];
