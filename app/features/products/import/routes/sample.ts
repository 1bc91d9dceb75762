import { csvHeaders } from '#app/server/csv.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { makeSample } from '../import-tables.service.server.ts';

/** A table with every column, as a file. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return loadScreen({ request, context }, 'write_products', (ctx) =>
    Promise.resolve(new Response(makeSample(ctx), { headers: csvHeaders('products-sample.csv') })),
  );
}
