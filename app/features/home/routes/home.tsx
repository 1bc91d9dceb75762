import { ctxFor } from '#app/main/ctx.server.ts';
import { loadScreen, requirePermission } from '#app/ui/page/load-screen.ts';
import { answerForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useFetcher, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readHomeDashboard } from '#app/features/dashboard/dashboard.service.server.ts';
import { dismissSetup, readHome } from '../home.service.server.ts';
import { MarketplaceHomeScreen } from '../screens/marketplace-home-screen.tsx';
import { VendorHomeScreen } from '../screens/vendor-home-screen.tsx';

export const meta = screenMeta((t) => t('home:title'));

export async function loader({ request }: LoaderFunctionArgs) {
  return loadScreen(async () => {
    const ctx = await ctxFor(request);
    const dashboard = await readHomeDashboard(ctx, new URL(request.url).searchParams);
    return { name: ctx.viewer.actor.name, home: await readHome(ctx), dashboard };
  });
}

/** The one act of the home: putting the setup guide away. */
export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxFor(request);
    requirePermission(ctx.viewer, 'switch_vendor');
    await dismissSetup(ctx);
  });
}

export default function HomeRoute() {
  const { name, home, dashboard } = useLoaderData<typeof loader>();
  const fetcher = useFetcher();
  if (home.kind === 'vendor') return <VendorHomeScreen name={name} home={home} dashboard={dashboard} />;
  const dismiss = () => {
    fetcher.submit(JSON.stringify({}), { method: 'post', encType: 'application/json', action: '?index' });
  };
  return <MarketplaceHomeScreen name={name} home={home} dashboard={dashboard} onDismiss={dismiss} />;
}
