import { useEffect } from 'react';
import { AppError } from '#app/core/errors.ts';
import { can } from '#app/core/viewer.ts';
import { ctxWith, loadScreen } from '#app/main/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useFetcher, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { actOnProducts } from '../decide-product.service.server.ts';
import { bulkBody, listQuery } from '../products.contract.ts';
import { listProducts } from '../products.service.server.ts';
import { ProductsScreen } from '../screens/products-screen.tsx';

export const meta = screenMeta((t) => t('products:title'));

export function loader({ request }: LoaderFunctionArgs) {
  return loadScreen(request, 'read_products', async (ctx) => {
    const state = readListState(new URL(request.url).searchParams, ['stock']);
    const [sort = '', reversed] = state.sort.split(/(?=-$)/);
    const parsed = listQuery.safeParse({
      status: state.view || 'DRAFT',
      q: state.q.slice(0, 100),
      stock: state.filters.stock ?? 'any',
      sort: sort || (state.q === '' ? 'UPDATED_AT' : 'RELEVANCE'),
      reverse: reversed ? 'true' : 'false',
      after: state.cursor,
    });
    // An address that somebody made up shows the list as it begins.
    const list = await listProducts(ctx, parsed.success ? parsed.data : listQuery.parse({}));
    return {
      list,
      isLaterPage: state.cursor !== undefined,
      hasSearch: state.q !== '',
      checkedAt: ctx.clock.now().toISOString(),
      withVendors: ctx.viewer.vendorScope === '*',
      mayAdd: can(ctx.viewer, 'write_products'),
      mayDecide: ctx.viewer.isAdmin && can(ctx.viewer, 'write_products'),
    };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    if (request.method !== 'POST') throw new AppError('method_not_allowed', { method: request.method });
    const ctx = await ctxWith(request, 'write_products');
    return actOnProducts(ctx, await readForm(request, bulkBody));
  });
}

export default function ProductsRoute() {
  const loaded = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>();
  const toast = useToast();
  const t = useText();
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    if (!answer.ok) {
      toast(refusalText(t, answer), { isError: true });
      return;
    }
    const { done, failed, count, refusal } = answer.value;
    if (refusal) toast(t('products:bulk.failed', { failed, reason: refusalText(t, refusal) }), { isError: true });
    if (done > 0) toast(t('products:bulk.done', { done, count }));
    // Only a new answer counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answer]);
  return (
    <ProductsScreen
      {...loaded}
      onBulk={(act, ids) => {
        fetcher.submit(JSON.stringify({ action: act, ids }), { method: 'post', encType: 'application/json' });
      }}
    />
  );
}
