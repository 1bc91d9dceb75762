import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { text } from '../product-input.contract.ts';
import { REVERSIBLE_ACTIONS, type ReversibleAction } from './scheduled-decision.ts';

/** What a screen sends to decide on a product: what, why, and the version that was looked at. */
export const scheduleBody = z.object({
  intent: z.literal('decide'),
  action: z.enum(REVERSIBLE_ACTIONS),
  note: text(2000).nullish(),
  seen: z.string().min(1).max(100),
});
/** What a toast or a page sends to take a decision back. */
export const undoBody = z.object({ intent: z.literal('undo'), decisionId: idSchema });
export const decisionBody = z.discriminatedUnion('intent', [scheduleBody, undoBody]);

/** A decision that has not taken effect yet, as screens show it. */
export type DecisionDto = { id: string; action: ReversibleAction; by: string };
