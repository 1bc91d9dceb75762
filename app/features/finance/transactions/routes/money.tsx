import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { monthSchema } from '#app/features/finance/calendar/money-calendar.contract.ts';
import { readCalendar } from '#app/features/finance/calendar/money-calendar.service.server.ts';
import { readListChoices } from '#app/platform/saved-views/saved-views.service.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { MoneyScreen } from '../screens/money-screen.tsx';
import { transactionFilter, transactionsQuery } from '../transactions.contract.ts';
import { listTransactions, readBalances } from '../transactions.service.server.ts';

export const meta = screenMeta((t, loaded) =>
  t((loaded as { isMarketplace?: boolean } | undefined)?.isMarketplace ? 'money:list.title' : 'money:title'),
);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { shape } = transactionFilter;
  const { view, q, page, cursor, filters } = readListAddress(request, {
    views: shape.payout.unwrap().options,
    filters: { period: shape.period, payment: shape.payment, from: shape.from, to: shape.to },
  });
  const month = monthSchema.safeParse(searchParams.get('month'));
  // Calls count a week where they name nothing; whoever looks at their money looks at a month.
  const parsed = transactionsQuery.safeParse({
    period: 'month',
    ...filters,
    q,
    page,
    cursor,
    payout: view === '' ? 'all' : view,
  });
  // An address that somebody changed by hand shows the usual list rather than an error.
  const query = parsed.success ? parsed.data : transactionsQuery.parse({ period: 'month' });
  return loadScreen({ request, context }, 'read_finance', async (ctx) => {
    const { transactions, aggs, count, pageCount, cursor: next } = await listTransactions(ctx, query);
    const balances = await readBalances(ctx);
    const isMarketplace = ctx.viewer.vendorScope === '*';
    return {
      balances,
      transactions,
      aggs,
      page: { page: query.page, pageCount, count, cursor: next },
      narrowed: transactionFilter.parse(query),
      hasAny: balances.some((one) => one.count > 0),
      isMarketplace,
      calendar: isMarketplace ? undefined : await readCalendar(ctx, { month: month.data }),
      can: (await mayPayOut(ctx)) ? (['pay'] as const) : [],
      choices: await readListChoices(ctx, 'money'),
      checkedAt: ctx.clock.now().toISOString(),
    };
  });
}

export default function MoneyRoute() {
  return <MoneyScreen {...useLoaderData<typeof loader>()} />;
}
