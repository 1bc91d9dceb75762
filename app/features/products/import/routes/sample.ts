import { ctxWith, publicLoader } from '#app/main/screen.server.ts';
import { csvHeaders } from '#app/server/csv.server.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { makeSample } from '../import-tables.service.server.ts';

/** A table with every column, as a file. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return publicLoader(async () => {
    const ctx = await ctxWith(request, 'write_products');
    return new Response(makeSample(ctx), { headers: csvHeaders('products-sample.csv') });
  });
}
