import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { readListChoices } from '#app/platform/saved-views/saved-views.service.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readWaiting } from '../approval/approvals.service.server.ts';
import { DUE_SORTS, DUE_VIEWS } from '../payout.ts';
import { listDueVendors } from '../payouts.service.server.ts';
import { DueVendorsScreen } from '../screens/due-vendors-screen.tsx';

export const meta = screenMeta((t) => t('money:due.title'));

const MAX_PAGE = 400;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const {
    q,
    view: opened,
    sort: named,
    page: requested,
  } = readListAddress(request, { views: DUE_VIEWS, sorts: DUE_SORTS });
  const page = Math.min(requested, MAX_PAGE);
  const sort = DUE_SORTS.find((one) => one === named) ?? 'due';
  const view = DUE_VIEWS.find((one) => one === opened) ?? 'due';
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const { vendors, counts, pageCount } = await listDueVendors(ctx, { q, view, page, sort });
    return {
      vendors,
      view,
      counts,
      page: { page, pageCount, count: counts[view] },
      waiting: (await readWaiting(ctx)).waiting,
      can: (await mayPayOut(ctx)) ? (['pay'] as const) : [],
      choices: await readListChoices(ctx, 'duePayouts'),
      checkedAt: ctx.clock.now().toISOString(),
    };
  });
}

export default function DueVendorsRoute() {
  return <DueVendorsScreen {...useLoaderData<typeof loader>()} />;
}
