import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { productRulesBody } from '../form/product-rules.contract.ts';
import { readChannels, readProductRules, saveProductRules } from '../form/product-rules.service.server.ts';
import { ProductRulesScreen } from '../screens/product-rules-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.autoApprove.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    ...(await readProductRules(ctx)),
    channels: await readChannels(ctx),
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveProductRules(ctx, await readForm(request, productRulesBody));
  });
}

export default function ProductRulesRoute() {
  const loaded = useLoaderData<typeof loader>();
  // After a save the form begins anew over the version that was saved.
  return <ProductRulesScreen key={loaded.version} {...loaded} />;
}
