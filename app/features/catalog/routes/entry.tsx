import type { uploadTargetEndpoint } from '#app/platform/uploads/uploads.contract.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useNavigate, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { entryInput } from '../catalog.contract.ts';
import { createEntry, readEntry, saveEntry } from '../entries.service.server.ts';
import { EntryScreen } from '../screens/entry-screen.tsx';

export const meta = screenMeta((t) => t('catalog:entries.title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    entry: params.entryId === 'new' ? undefined : (await readEntry(ctx, parsePathId(params.entryId))).entry,
    currency: ctx.viewer.store.currency,
  }));
}

/** PUT makes an entry or saves it. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const input = await readForm(request, entryInput);
    return params.entryId === 'new' ? createEntry(ctx, input) : saveEntry(ctx, parsePathId(params.entryId), input);
  });
}

/** A place where the entry's picture may be sent, and where it lies afterwards. */
async function openTarget(file: File): Promise<{ url: string; location: string }> {
  const ext = /\.([a-z0-9]{1,10})$/i.exec(file.name)?.[1] ?? 'jpg';
  return callApi<typeof uploadTargetEndpoint>('PUT', '/cdn/{proxy}', {
    params: { proxy: 'product-images' },
    query: { ext, name: file.name },
  });
}

export default function EntryRoute() {
  const { entry, currency } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const path = useLayoutPath();
  return (
    <EntryScreen
      key={entry?.id ?? 'new'}
      entry={entry}
      currency={currency}
      openTarget={openTarget}
      onSaved={(entryId) => {
        if (entry === undefined) navigate(path(`/catalog-entries/${entryId}`));
      }}
    />
  );
}
