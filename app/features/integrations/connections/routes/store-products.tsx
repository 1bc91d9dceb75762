import { AppError } from '#app/core/errors.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { storeProductsQuery, syncProductBody } from '../connections.contract.ts';
import { StoreProductsScreen, StoreUnreachable } from '../screens/store-products-screen.tsx';
import { compareStore, listOwnStoreProducts, requestSync } from '../store-products.service.server.ts';

export const meta = screenMeta((t) => t('integrations:products.title'));

const SHOWN: readonly string[] = ['invalid_state', 'platform_failed', 'platform_throttled', 'shop_access_revoked'];

export function loader({ request, context }: LoaderFunctionArgs) {
  const sent = Object.fromEntries(new URL(request.url).searchParams);
  const query = storeProductsQuery.safeParse(sent).data ?? { q: '' };
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => {
    try {
      return { found: await listOwnStoreProducts(ctx, query), q: query.q, refusal: null };
    } catch (error) {
      if (!(error instanceof AppError) || !SHOWN.includes(error.code)) throw error;
      const { code, message, reason, params } = error;
      return { found: null, q: query.q, refusal: { code, message, params, ...(reason ? { reason } : {}) } };
    }
  });
}

/** POST keeps a product in step, takes it over whole, or keeps it in step no longer; PUT compares all of them now. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    if (request.method === 'PUT') return compareStore(ctx);
    return requestSync(ctx, await readForm(request, syncProductBody));
  });
}

export default function StoreProductsRoute() {
  const t = useText();
  const shown = useLoaderData<typeof loader>();
  if (shown.refusal) return <StoreUnreachable text={refusalText(t, shown.refusal)} />;
  return <StoreProductsScreen found={shown.found} q={shown.q} />;
}
