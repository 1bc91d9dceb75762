import { AppError } from '#app/core/errors.ts';
import { csvHeaders } from '#app/server/csv.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { downloadSheetQuery } from '../sheets.contract.ts';
import { makeTemplate } from '../sheets.service.server.ts';

/** A tab of the template, as a file. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => {
    const query = downloadSheetQuery.safeParse({ tab: new URL(request.url).searchParams.get('tab') ?? undefined });
    if (!query.success) throw new AppError('not_found');
    const { tab } = query.data;
    return new Response(await makeTemplate(ctx, tab), { headers: csvHeaders(`${tab.toLowerCase()}.csv`) });
  });
}
