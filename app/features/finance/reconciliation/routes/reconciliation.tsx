import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { reconciliationForm, reconciliationQuery } from '../reconciliation.contract.ts';
import { putFindingBack, readBooks, runNow, setFindingAside } from '../reconciliation.service.server.ts';
import { ReconciliationScreen } from '../screens/reconciliation-screen.tsx';

export const meta = screenMeta((t) => t('reconciliation:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const { view, page: requested } = readListAddress(request, {
    views: reconciliationQuery.shape.state.unwrap().options,
  });
  const query = reconciliationQuery.safeParse({ state: view || undefined, page: requested });
  const { state, page } = query.success ? query.data : reconciliationQuery.parse({});
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const { pageCount, ...books } = await readBooks(ctx, { state, page });
    return { ...books, state, page: { page, pageCount, count: books.counts[state] } };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const input = await readForm(request, reconciliationForm);
    if (input.act === 'run') await runNow(ctx);
    if (input.act === 'setAside') await setFindingAside(ctx, input.id, input);
    if (input.act === 'putBack') await putFindingBack(ctx, input.id);
    return { act: input.act };
  });
}

export default function ReconciliationRoute() {
  return <ReconciliationScreen {...useLoaderData<typeof loader>()} />;
}
