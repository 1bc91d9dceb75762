import { useState } from 'react';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { useLoaderData, useNavigate, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { decideChange } from '../review/decide-change.service.server.ts';
import { OUTCOME_OF } from '../review/product-change.ts';
import { decideChangeBody } from '../review/product-changes.contract.ts';
import { readChange } from '../review/product-changes.service.server.ts';
import { readChangeReview } from '../review/read-review.service.server.ts';
import { ChangeScreen } from '../screens/review/change-screen.tsx';

export const meta = screenMeta((t) => t('changes:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_products', async (ctx) => {
    const changeId = parsePathId(params.changeId);
    return { ...(await readChange(ctx, changeId)), review: await readChangeReview(ctx, changeId) };
  });
}

type Decided = { outcome: (typeof OUTCOME_OF)[keyof typeof OUTCOME_OF]; isWhole: boolean };

/** PATCH applies, declines or withdraws. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<Decided>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    const { note, ...decision } = await readForm(request, decideChangeBody);
    await decideChange(ctx, parsePathId(params.changeId), { ...decision, note: note ?? null });
    const isWhole = decision.action === 'apply' && decision.fields === undefined;
    return { outcome: OUTCOME_OF[decision.action], isWhole };
  });
}

export default function ChangeRoute() {
  const { change, review } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const t = useText();
  const { busy, send } = useAction<Decided>();
  const [hasConflict, setHasConflict] = useState(false);
  return (
    <ChangeScreen
      // After a decision or another's change the note begins anew over what waits now.
      key={change.seen}
      change={change}
      review={review}
      busy={busy}
      hasConflict={hasConflict}
      onDecide={(run, fields, note) => {
        const body = { action: run, ...(fields ? { fields } : {}), note, seen: change.seen };
        setHasConflict(false);
        send(body, ({ outcome }) => t(`changes:outcome.${outcome}`), undefined, {
          method: 'patch',
          onDone: ({ isWhole }) => {
            // Whoever applied all of it goes on with the next; a decision on one field leaves the others to decide on.
            if (isWhole && review.queue.next !== null) navigate(path(`/changes/${review.queue.next}`));
          },
          onRefused: (code) => {
            if (code !== 'conflict') return undefined;
            setHasConflict(true);
            return 'shown';
          },
        });
      }}
    />
  );
}
