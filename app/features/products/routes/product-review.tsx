import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { useLoaderData, useNavigate, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { readOpenDecision } from '../decisions/open-decisions.service.server.ts';
import { commentBody } from '../products.contract.ts';
import { commentOnProduct, readProduct } from '../products.service.server.ts';
import { readListingReview } from '../review/read-review.service.server.ts';
import { ListingReviewScreen } from '../screens/review/listing-review-screen.tsx';
import { useDecision } from '../screens/review/use-decision.ts';

export const meta = screenMeta((t) => t('review:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const productId = parsePathId(params.productId);
    return {
      detail: await readProduct(ctx, productId),
      decision: await readOpenDecision(ctx, productId),
      review: await readListingReview(ctx, productId),
    };
  });
}

/** Comments. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    const productId = parsePathId(params.productId);
    await commentOnProduct(ctx, productId, (await readForm(request, commentBody)).text);
    return {};
  });
}

export default function ProductReviewRoute() {
  const { detail, decision, review } = useLoaderData<typeof loader>();
  const comment = useAction();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { next } = detail.queue;
  const decisions = useDecision(detail.product, () => {
    navigate(path(next === null ? '/products' : `/products/${next}/review`));
  });
  return (
    <ListingReviewScreen
      // The next listing begins with an empty note.
      key={detail.product.id}
      detail={detail}
      decision={decision}
      review={review}
      busy={comment.busy || decisions.busy}
      onDecide={decisions.decide}
      onUndo={decisions.undo}
      onComment={(text) => {
        comment.send({ text }, null);
      }}
    />
  );
}
