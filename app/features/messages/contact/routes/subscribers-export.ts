import { csvHeaders } from '#app/server/csv.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import type { LoaderFunctionArgs } from '#app/ui/router.ts';
import { readSubscribersQuery } from '../contact-screens.server.ts';
import { exportSubscribers } from '../subscribers.service.server.ts';

/** The subscribers that the list shows, as a file. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const query = readSubscribersQuery(readListState(new URL(request.url).searchParams, []));
    return new Response(await exportSubscribers(ctx, query), { headers: csvHeaders('subscribers.csv') });
  });
}
