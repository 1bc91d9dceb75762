import { useState } from 'react';
import { can } from '#app/core/viewer.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { TranslationsScreen } from '../screens/translations-screen.tsx';
import { localeSchema, saveTranslationsSchema } from '../translations.contract.ts';
import { readTranslations, saveTranslations } from '../translations.service.server.ts';

export const meta = screenMeta((t) => t('translations:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  // Not `locale`: the store admin gives the app's frame one of that name, which is the language of whoever looks.
  const parsed = localeSchema.safeParse(new URL(request.url).searchParams.get('language'));
  return loadScreen({ request, context }, 'read_products', async (ctx) => {
    const page = await readTranslations(ctx, parsePathId(params.productId), parsed.success ? parsed.data : undefined);
    return { page, mayWrite: can(ctx.viewer, 'write_products') && !page.held };
  });
}

/** PATCH saves translations. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    return saveTranslations(ctx, parsePathId(params.productId), await readForm(request, saveTranslationsSchema));
  });
}

export default function ProductTranslationsRoute() {
  const loaded = useLoaderData<typeof loader>();
  const [, setSearch] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [saves, setSaves] = useState(0);
  return (
    <TranslationsScreen
      // Another language and a save both begin anew with what is stored.
      key={`${loaded.page.locale ?? ''} ${saves}`}
      {...loaded}
      onLanguage={(locale) => {
        setSearch({ language: locale });
      }}
      onSaved={() => {
        setSaves((before) => before + 1);
      }}
      onReload={() => {
        revalidate();
      }}
    />
  );
}
