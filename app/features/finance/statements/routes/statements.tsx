import { dayOf, MONTH, monthAfter } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { redirectWithout } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listMonths, readOverview, runningMonth } from '../months.service.server.ts';
import { MonthsScreen } from '../screens/months-screen.tsx';
import { OverviewScreen } from '../screens/overview-screen.tsx';
import { monthsQuery, overviewQuery } from '../statements.contract.ts';

export const meta = screenMeta((t) => t('statements:title'));

const MONTHS_TO_CHOOSE = 24;

/** A vendor's months; in the marketplace view those of the vendor that `of` names, else all vendors of a month. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  return loadScreen({ request, context }, 'read_finance', async (ctx) => {
    const of = params.get('of') ?? undefined;
    const isOverview = ctx.viewer.vendorScope === '*' && of === undefined;
    return isOverview ? await loadOverview(ctx, request) : await loadMonths(ctx, request, of);
  });
}

async function loadOverview(ctx: Ctx, request: Request) {
  const params = new URL(request.url).searchParams;
  const running = runningMonth(ctx);
  // The month that is over is what one comes for.
  const latest = monthAfter(running, -1);
  const requested = params.get('month') ?? latest;
  if (!MONTH.test(requested) || requested > running) throw redirectWithout(request, ['month']);
  const month = requested;
  const query = overviewQuery.safeParse({ page: params.get('page') ?? undefined });
  const page = query.success ? query.data.page : 1;
  const { vendors, count, pageCount } = await readOverview(ctx, month, page);
  const months = Array.from({ length: MONTHS_TO_CHOOSE }, (_, index) => monthAfter(running, -index));
  return { kind: 'overview' as const, month, latest, months, vendors, page: { page, pageCount, count } };
}

async function loadMonths(ctx: Ctx, request: Request, of: string | undefined) {
  const params = new URL(request.url).searchParams;
  const parsed = monthsQuery.safeParse({ year: params.get('year') ?? undefined, requestedVendor: of });
  if (!parsed.success && params.has('year')) throw redirectWithout(request, ['year']);
  const { vendor, year, years, months } = await listMonths(ctx, parsed.success ? parsed.data : { requestedVendor: of });
  // The end of the month before, so that what moved on the first of this one is seen.
  const firstDay = dayOf(new Date(Date.parse(`${runningMonth(ctx)}-01`) - DAY_MS), 'UTC');
  return { kind: 'months' as const, vendor, of, year, years, months, firstDay };
}

export default function StatementsRoute() {
  const loaded = useLoaderData<typeof loader>();
  return loaded.kind === 'overview' ? <OverviewScreen {...loaded} /> : <MonthsScreen {...loaded} />;
}
