import { AppError } from '#app/core/errors.ts';
import { ctxWith, publicLoader } from '#app/main/screen.server.ts';
import { csvHeaders } from '#app/server/csv.server.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { exportFailedRows } from '../import-tables.service.server.ts';
import { namedImport } from '../product-import.contract.ts';

/** The rows that were not imported, with their reasons, as a file. */
export function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  return publicLoader(async () => {
    const ctx = await ctxWith(request, 'write_products');
    const named = namedImport.safeParse(params);
    if (!named.success) throw new AppError('not_found');
    const rows = await exportFailedRows(ctx, named.data.importId);
    return new Response(rows, { headers: csvHeaders('products-to-mend.csv') });
  });
}
