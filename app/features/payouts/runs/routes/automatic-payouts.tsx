import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listRuns, triggerRun } from '../payout-runs.service.server.ts';
import { AutomaticPayoutsScreen } from '../screens/automatic-payouts-screen.tsx';

export const meta = screenMeta((t) => t('money:automatic.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    ...(await listRuns(ctx)),
    can: (await mayPayOut(ctx)) ? (['run'] as const) : [],
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => triggerRun(await ctxWith({ request, context }, 'switch_vendor')));
}

export default function AutomaticPayoutsRoute() {
  return <AutomaticPayoutsScreen {...useLoaderData<typeof loader>()} />;
}
