import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readFinanceForm, saveFinanceForm } from '../finance-config.service.server.ts';
import { FinanceConfigScreen } from '../screens/finance-config-screen.tsx';
import { financeConfigForm } from '../what-if.contract.ts';

export const meta = screenMeta((t) => t('settings:row.commissions.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readFinanceForm(ctx));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveFinanceForm(ctx, await readForm(request, financeConfigForm));
  });
}

export default function FinanceConfigRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <FinanceConfigScreen key={loaded.version} {...loaded} />;
}
