import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import type { ActionFunctionArgs } from '#app/ui/router.ts';
import { decisionBody } from '../decisions/decisions.contract.ts';
import { scheduleDecision } from '../decisions/schedule-decision.service.server.ts';
import { undoDecision } from '../decisions/undo-decision.service.server.ts';

/** Decides on a product with some seconds to take it back, or takes that back; for every screen that shows the product. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    const productId = parsePathId(params.productId);
    const body = await readForm(request, decisionBody);
    if (body.intent === 'decide') return scheduleDecision(ctx, { ...body, productId, note: body.note ?? null });
    await undoDecision(ctx, { productId, decisionId: body.decisionId });
    return { id: String(body.decisionId) };
  });
}
