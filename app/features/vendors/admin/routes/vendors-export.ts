import { ctxWith, publicLoader } from '#app/main/screen.server.ts';
import { csvHeaders } from '#app/server/csv.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { readVendorListQuery } from '../vendor-admin.contract.ts';
import { exportVendors } from '../export-vendors.service.server.ts';

/** The vendors that the list shows, as a file. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return publicLoader(async () => {
    const ctx = await ctxWith(request, 'switch_vendor');
    const query = readVendorListQuery(readListState(new URL(request.url).searchParams, ['having']));
    return new Response(await exportVendors(ctx, query), { headers: csvHeaders('vendors.csv') });
  });
}
