import { AppError } from '#app/core/errors.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { namedImport } from '../product-import.contract.ts';
import { readImport } from '../product-import.service.server.ts';
import { listTemplates } from '../templates/import-templates.service.server.ts';
import { ImportScreen } from '../screens/import-screen.tsx';
import { ResultScreen } from '../screens/result-screen.tsx';

export const meta = screenMeta((t) => t('productImport:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_products', async (ctx) => {
    const named = namedImport.safeParse(params);
    if (!named.success) throw new AppError('not_found');
    return {
      found: await readImport(ctx, named.data.importId),
      templates: (await listTemplates(ctx)).templates,
      isMarketplace: ctx.viewer.vendorScope === '*',
    };
  });
}

export default function ImportRoute() {
  const { found, templates, isMarketplace } = useLoaderData<typeof loader>();
  if (found.state !== 'open') return <ResultScreen found={found} />;
  return <ImportScreen key={found.id} found={found} templates={templates} isMarketplace={isMarketplace} />;
}
