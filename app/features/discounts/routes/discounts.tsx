import { discountsQuery } from '../discounts.contract.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { refuseInput } from '../discounts.contract.ts';
import { readDiscountsScreen } from '../discounts-screen.server.ts';
import { refuseDiscount } from '../refuse-discount.service.server.ts';
import { DiscountsScreen } from '../screens/discounts-screen.tsx';

export const meta = screenMeta((t) => t('discounts:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListAddress(request, { views: discountsQuery.shape.status.unwrap().options });
  return loadScreen({ request, context }, 'read_products', (ctx) => readDiscountsScreen(ctx, state));
}

/** A vendor refuses a discount of the store. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    return refuseDiscount(ctx, (await readForm(request, refuseInput)).id);
  });
}

export default function DiscountsRoute() {
  return <DiscountsScreen {...useLoaderData<typeof loader>()} />;
}
