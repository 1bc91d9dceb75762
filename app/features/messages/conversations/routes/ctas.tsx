import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readCtasScreen } from '../ctas/ctas-screen.server.ts';
import { ctaChanges, ctaInput } from '../ctas/ctas.contract.ts';
import { createCta, deleteCta } from '../ctas/ctas.service.server.ts';
import { testCta, updateCta } from '../ctas/manage-ctas.service.server.ts';
import { CtasScreen } from '../screens/ctas-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.conversationButtons.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) =>
    readCtasScreen(ctx, new URL(request.url).searchParams),
  );
}

const named = { ctaId: idSchema };
const formSchema = z.discriminatedUnion('intent', [
  ctaInput.extend({ intent: z.literal('create') }),
  ctaChanges.extend({ intent: z.literal('update'), ...named }),
  z.object({ intent: z.literal('delete'), ...named }),
  z.object({ intent: z.literal('test'), ...named }),
]);

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const sent = await readForm(request, formSchema);
    if (sent.intent === 'create') return createCta(ctx, sent);
    if (sent.intent === 'update') return updateCta(ctx, sent.ctaId, sent);
    return sent.intent === 'delete' ? deleteCta(ctx, sent.ctaId) : testCta(ctx, sent.ctaId);
  });
}

export default function CtasRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <CtasScreen key={loaded.conversationId ?? ''} {...loaded} />;
}
