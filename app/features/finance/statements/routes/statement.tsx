import { MONTH, monthAfter } from '#app/core/calendar.ts';
import { AppError } from '#app/core/errors.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { runningMonth } from '../months.service.server.ts';
import { StatementScreen } from '../screens/statement-screen.tsx';
import { readStatement } from '../statement.service.server.ts';

export const meta = screenMeta((t) => t('statements:title'));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return loadScreen({ request, context }, 'read_finance', async (ctx) => {
    const { month = '' } = params;
    if (!MONTH.test(month)) throw new AppError('not_found');
    const of = searchParams.get('of') ?? undefined;
    const currency = searchParams.get('currency') ?? undefined;
    const statement = await readStatement(ctx, { month, requestedVendor: of, currency });
    const next = monthAfter(month);
    return { statement, of, previous: monthAfter(month, -1), next: next <= runningMonth(ctx) ? next : undefined };
  });
}

export default function StatementRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <StatementScreen key={loaded.statement.month} {...loaded} of={loaded.of} next={loaded.next} />;
}
