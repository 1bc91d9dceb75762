import { csvHeaders } from '#app/server/csv.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { readVendorListQuery } from '../vendor-admin.contract.ts';
import { exportVendors } from '../export-vendors.service.server.ts';

/** The vendors that the list shows, as a file. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const query = readVendorListQuery(readListState(new URL(request.url).searchParams, ['having']));
    return new Response(await exportVendors(ctx, query), { headers: csvHeaders('vendors.csv') });
  });
}
