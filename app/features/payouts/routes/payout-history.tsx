import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readListChoices } from '#app/platform/saved-views/saved-views.service.server.ts';
import { PAYOUT_SORTS } from '../payout.ts';
import { listPayouts } from '../payouts.service.server.ts';
import { PayoutHistoryScreen } from '../screens/payout-history-screen.tsx';

export const meta = screenMeta((t) => t('money:payouts.title'));

const MAX_PAGE = 400;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const requested = readListAddress(request, { views: ['all', 'issues'], sorts: PAYOUT_SORTS });
  const page = Math.min(requested.page, MAX_PAGE);
  const sort = PAYOUT_SORTS.find((one) => one === requested.sort) ?? 'newest';
  const which = requested.view === 'issues' ? 'issues' : 'all';
  return loadScreen({ request, context }, 'read_finance', async (ctx) => {
    const { payouts, count, pageCount, payoutIssues } = await listPayouts(ctx, page, which, sort);
    return {
      payouts,
      payoutIssues,
      page: { page: which === 'all' ? page : 1, pageCount, count },
      isMarketplace: ctx.viewer.vendorScope === '*',
      can: (await mayPayOut(ctx)) ? (['transfer'] as const) : [],
      choices: await readListChoices(ctx, 'payouts'),
      checkedAt: ctx.clock.now().toISOString(),
    };
  });
}

export default function PayoutHistoryRoute() {
  return <PayoutHistoryScreen {...useLoaderData<typeof loader>()} />;
}
