import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { readNewDiscountScreen } from '../discounts-screen.server.ts';
import { discountInput } from '../discounts.contract.ts';
import { createDiscount } from '../discounts.service.server.ts';
import { NewDiscountScreen } from '../screens/new-discount-screen.tsx';

export const meta = screenMeta((t) => t('discounts:form.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_products', readNewDiscountScreen);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    return { discount: await createDiscount(ctx, await readForm(request, discountInput)) };
  });
}

export default function NewDiscountRoute() {
  const loaded = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const path = useLayoutPath();
  return (
    <NewDiscountScreen
      {...loaded}
      onGranted={revalidate}
      onCreated={({ id }) => {
        navigate(path(`/discounts/${id}`));
      }}
    />
  );
}
