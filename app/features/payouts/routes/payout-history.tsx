import { loadScreen } from '#app/main/screen.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listPayouts } from '../payouts.service.server.ts';
import { PayoutHistoryScreen } from '../screens/payout-history-screen.tsx';

export const meta = screenMeta((t) => t('money:payouts.title'));

const MAX_PAGE = 400;

export async function loader({ request }: LoaderFunctionArgs) {
  const page = Math.min(readListState(new URL(request.url).searchParams, []).page, MAX_PAGE);
  return loadScreen(request, 'read_finance', async (ctx) => {
    const { payouts, count, pageCount } = await listPayouts(ctx, page);
    return {
      payouts,
      page: { page, pageCount, count },
      isMarketplace: ctx.viewer.vendorScope === '*',
      checkedAt: ctx.clock.now().toISOString(),
    };
  });
}

export default function PayoutHistoryRoute() {
  return <PayoutHistoryScreen {...useLoaderData<typeof loader>()} />;
}
