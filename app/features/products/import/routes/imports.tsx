import { can, scopeOf } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listImports } from '../product-import.service.server.ts';
import { ImportsScreen } from '../screens/imports-screen.tsx';

export const meta = screenMeta((t) => t('productImport:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_products', async (ctx) => ({
    imports: await listImports(ctx),
    canSchedule:
      can(ctx.viewer, 'write_integrations') &&
      (await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => (await readSwitches(tx)).integrations)),
  }));
}

export default function ImportsRoute() {
  return <ImportsScreen {...useLoaderData<typeof loader>()} />;
}
