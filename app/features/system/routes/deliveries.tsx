import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { readLatestRead, startRead } from '#app/features/recovery/recovery.service.server.ts';
import { SyncProblemsScreen } from '../screens/sync-problems-screen.tsx';
import { systemFormSchema } from '../system.contract.ts';
import {
  discardLetters,
  holdStore,
  listDeadLetters,
  listExceptions,
  readSystemStatus,
  releaseStore,
  replayLetters,
  resolveException,
} from '../system.service.server.ts';

export const meta = screenMeta((t) => t('shell:places.deliveries'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    return {
      status: await readSystemStatus(ctx),
      mayPayOut: await mayPayOut(ctx),
      read: await readLatestRead(ctx),
      ...(await listDeadLetters(ctx)),
      exceptions: (await listExceptions(ctx, { state: 'open' })).exceptions,
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const input = await readForm(request, systemFormSchema);
    if (input.act === 'replay') await replayLetters(ctx, input);
    if (input.act === 'discard') await discardLetters(ctx, input);
    if (input.act === 'hold') await holdStore(ctx);
    if (input.act === 'read') await startRead(ctx, input);
    if (input.act === 'release') await releaseStore(ctx, input);
    if (input.act === 'resolve') await resolveException(ctx, input.id, input);
    return { act: input.act };
  });
}

export default function SyncProblemsRoute() {
  return <SyncProblemsScreen {...useLoaderData<typeof loader>()} />;
}
