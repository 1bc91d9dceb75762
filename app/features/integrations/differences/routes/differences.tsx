import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { requestSync } from '../../connections/store-products.service.server.ts';
import { decideForm, differencesQuery } from '../differences.contract.ts';
import { keepDifferences, listDifferingProducts } from '../differences.service.server.ts';
import { DifferencesScreen } from '../screens/differences-screen.tsx';

export const meta = screenMeta((t) => t('integrations:differences.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const sent = Object.fromEntries(new URL(request.url).searchParams);
  const query = differencesQuery.safeParse(sent).data ?? {};
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => ({
    found: await listDifferingProducts(ctx, query),
    isWhole: ctx.viewer.vendorScope === '*',
  }));
}

/** POST takes over a product as it stands in its store, or keeps it as it is here. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    const { productId, take } = await readForm(request, decideForm);
    return take === 'ours' ? keepDifferences(ctx, productId) : requestSync(ctx, { productId, action: 'overwrite' });
  });
}

export default function DifferencesRoute() {
  return <DifferencesScreen {...useLoaderData<typeof loader>()} />;
}
