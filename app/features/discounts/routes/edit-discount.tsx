import { AppError } from '#app/core/errors.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useNavigate, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { editInput } from '../discounts.contract.ts';
import { getDiscount } from '../discounts.service.server.ts';
import { editDiscount } from '../edit-discount.service.server.ts';
import { EditDiscountScreen } from '../screens/edit-discount-screen.tsx';

export const meta = screenMeta((t) => t('discounts:edit.open'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_products', async (ctx) => {
    const { discount } = await getDiscount(ctx, parsePathId(params.discountId));
    if (!discount.allowedActions.includes('edit')) throw new AppError('not_found');
    return { discount };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    return editDiscount(ctx, parsePathId(params.discountId), await readForm(request, editInput));
  });
}

export default function EditDiscountRoute() {
  const { discount } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const path = useLayoutPath();
  return (
    <EditDiscountScreen
      discount={discount}
      onSaved={() => {
        navigate(path(`/discounts/${discount.id}`));
      }}
    />
  );
}
