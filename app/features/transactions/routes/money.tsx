import { loadScreen } from '#app/main/screen.server.ts';
import { mayPayOut } from '#app/features/payout-rights/payout-rights.service.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { MoneyScreen } from '../screens/money-screen.tsx';
import { transactionsQuery } from '../transactions.contract.ts';
import { listTransactions, readBalances } from '../transactions.service.server.ts';

export const meta = screenMeta((t) => t('money:title'));

export async function loader({ request }: LoaderFunctionArgs) {
  const { view, q, page, cursor, filters } = readListState(new URL(request.url).searchParams, ['period', 'payment']);
  const asked = transactionsQuery.safeParse({ ...filters, q, page, cursor, payout: view === '' ? 'all' : view });
  // An address that somebody changed by hand shows the usual list rather than an error.
  const query = asked.success ? asked.data : transactionsQuery.parse({});
  return loadScreen(request, 'read_finance', async (ctx) => {
    const {
      transactions,
      aggs,
      count,
      pageCount,
      cursor: next,
      firstTransactionAt,
    } = await listTransactions(ctx, query);
    return {
      balances: await readBalances(ctx),
      transactions,
      aggs,
      page: { page: query.page, pageCount, count, cursor: next },
      hasAny: firstTransactionAt !== null,
      isMarketplace: ctx.viewer.vendorScope === '*',
      can: (await mayPayOut(ctx)) ? (['pay'] as const) : [],
      checkedAt: ctx.clock.now().toISOString(),
    };
  });
}

export default function MoneyRoute() {
  return <MoneyScreen {...useLoaderData<typeof loader>()} />;
}
