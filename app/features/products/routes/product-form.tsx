import { ctxWith, loadScreen } from '#app/main/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { productFormSchema } from '../product-form.contract.ts';
import { productFormOf, saveWholeForm } from '../product-form.service.server.ts';
import { ProductFormScreen } from '../screens/product-form-screen.tsx';

export const meta = screenMeta((t) => t('products:form.title'));

export function loader({ request }: LoaderFunctionArgs) {
  return loadScreen(request, 'switch_vendor', async (ctx) => ({ form: await productFormOf(ctx) }));
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith(request, 'switch_vendor');
    await saveWholeForm(ctx, await readForm(request, productFormSchema));
    return {};
  });
}

export default function ProductFormRoute() {
  return <ProductFormScreen {...useLoaderData<typeof loader>()} />;
}
