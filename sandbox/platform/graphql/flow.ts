import { Refusal } from '../../core/kernel.ts';
import { receiveTrigger } from '../flow-triggers.ts';
import { answerErrors } from './context.ts';
import type { Context, View } from './context.ts';

/** The mutation that starts workflows. */
export function flowMutations({ sandbox, shop }: Context): View {
  return {
    flowTriggerReceive: ({ handle, payload }: { handle?: string | null; payload?: unknown }) =>
      answerErrors(() => {
        if (!handle || typeof payload !== 'object' || payload === null)
          throw new Refusal('A handle and a payload are needed.', ['handle']);
        receiveTrigger(sandbox, shop, { handle, payload: payload as Record<string, unknown> });
        return {};
      }, 'UserError'),
  };
}
