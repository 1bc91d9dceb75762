import { AppError } from '#app/core/errors.ts';
import { csvHeaders } from '#app/server/csv.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { exportFailedRows } from '../import-tables.service.server.ts';
import { namedImport } from '../product-import.contract.ts';

/** The rows that were not imported, with their reasons, as a file. */
export function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  return loadScreen({ request, context }, 'write_products', async (ctx) => {
    const named = namedImport.safeParse(params);
    if (!named.success) throw new AppError('not_found');
    const rows = await exportFailedRows(ctx, named.data.importId);
    return new Response(rows, { headers: csvHeaders('products-to-mend.csv') });
  });
}
