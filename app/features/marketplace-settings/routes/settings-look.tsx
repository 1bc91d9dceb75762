import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { lookForm } from '../feature-changes.contract.ts';
import { saveFeatureChanges } from '../save-features.service.server.ts';
import type { uploadTargetEndpoint } from '#app/platform/uploads/uploads.contract.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import type { LogoName } from '../screens/logo-fields.tsx';
import { LookScreen } from '../screens/look-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.look.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) =>
    ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({ look: await readBranding(tx) })),
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveFeatureChanges(ctx, await readForm(request, lookForm));
  });
}

async function openTarget(name: LogoName, file: File): Promise<{ url: string; location: string }> {
  const ext = /\.([a-z0-9]{1,10})$/i.exec(file.name)?.[1] ?? 'png';
  return callApi<typeof uploadTargetEndpoint>('PUT', '/cdn/{proxy}', {
    params: { proxy: name === 'logoText' ? 'logo-text' : 'logo-registration' },
    query: { ext, name: file.name, size: file.size },
  });
}

export default function LookRoute() {
  return <LookScreen {...useLoaderData<typeof loader>()} openTarget={openTarget} />;
}
