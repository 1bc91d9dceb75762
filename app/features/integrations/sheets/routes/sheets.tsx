import { z } from 'zod';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { SheetsScreen } from '../screens/sheets-screen.tsx';
import { connectSheetBody } from '../sheets.contract.ts';
import { connectSheet, disconnectSheet, readSheets, triggerSync } from '../sheets.service.server.ts';

export const meta = screenMeta((t) => t('settings:row.sheets.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => ({ found: await readSheets(ctx) }));
}

const sent = z.union([connectSheetBody, z.object({ sync: z.literal(true) })]);

/** PUT connects, POST syncs, DELETE disconnects. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_integrations');
    if (request.method === 'DELETE') return disconnectSheet(ctx);
    const form = await readForm(request, request.method === 'PUT' ? connectSheetBody : sent);
    return 'url' in form ? connectSheet(ctx, form) : triggerSync(ctx);
  });
}

export default function SheetsRoute() {
  return <SheetsScreen {...useLoaderData<typeof loader>()} />;
}
