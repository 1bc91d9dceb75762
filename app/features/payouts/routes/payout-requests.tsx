import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { requestsQuery } from '../approval/approvals.contract.ts';
import { listRequests } from '../approval/approvals.service.server.ts';
import { RequestsScreen } from '../screens/requests-screen.tsx';

export const meta = screenMeta((t) => t('money:request.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const query = requestsQuery.safeParse({ page: readListAddress(request, {}).page });
  const { page } = query.data ?? requestsQuery.parse({});
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const { requests, count, pageCount } = await listRequests(ctx, page);
    return { requests, page: { page, pageCount, count }, checkedAt: ctx.clock.now().toISOString() };
  });
}

export default function PayoutRequestsRoute() {
  return <RequestsScreen {...useLoaderData<typeof loader>()} />;
}
