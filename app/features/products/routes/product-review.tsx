import { useEffect } from 'react';
import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/main/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import {
  useFetcher,
  useLoaderData,
  useNavigate,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { commentBody, decideBody } from '../products.contract.ts';
import { commentOnProduct, readProduct } from '../products.service.server.ts';
import { actOnProduct } from '../review/decide-product.service.server.ts';
import { readListingReview } from '../review/read-review.service.server.ts';
import { ListingReviewScreen } from '../screens/review/listing-review-screen.tsx';

export const meta = screenMeta((t) => t('review:title'));

function parseId(productId: string | undefined): bigint {
  const parsed = idSchema.safeParse(productId);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadScreen(request, 'switch_vendor', async (ctx) => {
    const productId = parseId(params.productId);
    return { detail: await readProduct(ctx, productId), review: await readListingReview(ctx, productId) };
  });
}

/** PATCH decides, POST comments. */
export async function action({ request, params }: ActionFunctionArgs) {
  return answerForm<{ status?: string }>(async () => {
    const ctx = await ctxWith(request, 'write_products');
    const productId = parseId(params.productId);
    if (request.method === 'PATCH') {
      const { action: act, note } = await readForm(request, decideBody);
      return actOnProduct(ctx, { productId, action: act, note: note ?? null });
    }
    await commentOnProduct(ctx, productId, (await readForm(request, commentBody)).text);
    return {};
  });
}

export default function ProductReviewRoute() {
  const { detail, review } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const toast = useToast();
  const t = useText();
  const { next } = detail.queue;
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    if (!answer.ok) {
      toast(refusalText(t, answer), { isError: true });
      return;
    }
    const { status } = answer.value;
    if (status === undefined) return;
    const view = { label: t('review:view'), onAction: () => navigate(path(`/products/${detail.product.id}`)) };
    toast(t(status === 'ACTIVE' ? 'products:approval.approved' : 'products:approval.sent'), { action: view });
    navigate(path(next === null ? '/products' : `/products/${next}/review`));
    // Only a new answer counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answer]);
  const send = (method: 'patch' | 'post', body: object): void => {
    fetcher.submit(JSON.stringify(body), { method, encType: 'application/json' });
  };
  return (
    <ListingReviewScreen
      // The next listing begins with an empty note.
      key={detail.product.id}
      detail={detail}
      review={review}
      busy={fetcher.state !== 'idle'}
      onDecide={(act, note) => {
        send('patch', { action: act, note });
      }}
      onComment={(text) => {
        send('post', { text });
      }}
    />
  );
}
