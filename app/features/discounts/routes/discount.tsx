import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { deleteSchema } from '../discounts.contract.ts';
import { deleteDiscount, getDiscount } from '../discounts.service.server.ts';
import { DiscountScreen } from '../screens/discount-screen.tsx';

export const meta = screenMeta((t) => t('discounts:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = parsePathId(params.discountId);
  return loadScreen({ request, context }, 'read_products', (ctx) => getDiscount(ctx, id));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    return deleteDiscount(ctx, (await readForm(request, deleteSchema)).id);
  });
}

export default function DiscountRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <DiscountScreen key={loaded.discount.id} {...loaded} />;
}
