import { keySchema } from '#app/features/products/background-removal/background-removal.contract.ts';
import {
  deleteKey,
  readKeyState,
  saveKey,
} from '#app/features/products/background-removal/background-removal.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { productFormSchema } from '../form/product-form.contract.ts';
import { getProductForm, saveWholeForm } from '../form/product-form.service.server.ts';
import { ProductFormScreen } from '../screens/product-form-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.productForm.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    form: await getProductForm(ctx),
    removal: await readKeyState(ctx),
  }));
}

/** PUT saves the form; PATCH and DELETE are about the key of the provider of background removal. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'PATCH') return saveKey(ctx, (await readForm(request, keySchema)).apiKey);
    if (request.method === 'DELETE') return deleteKey(ctx);
    await saveWholeForm(ctx, await readForm(request, productFormSchema));
    return {};
  });
}

export default function ProductFormRoute() {
  return <ProductFormScreen {...useLoaderData<typeof loader>()} />;
}
