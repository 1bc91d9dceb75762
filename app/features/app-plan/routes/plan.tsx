import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { changePlanBody } from '../app-plan.contract.ts';
import { changeInstallation, readInstallation } from '../app-plan.service.server.ts';
import { PlanScreen } from '../screens/plan-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.plan.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({ found: await readInstallation(ctx) }));
}

/** PUT begins a change of plan. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () =>
    changeInstallation(await ctxWith({ request, context }, 'switch_vendor'), await readForm(request, changePlanBody)),
  );
}

export default function PlanRoute() {
  return <PlanScreen {...useLoaderData<typeof loader>()} />;
}
