import { useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal } from '#app/ui/session/api-client.ts';
import type { LabelDto } from '../labels.contract.ts';

type Void = {
  question: { title: string; body: string; action: string };
  /** The toasts: the money is back, or it was asked back. */
  said: { done: string; asked: string };
  send: () => Promise<LabelDto>;
  isDone: (after: LabelDto) => boolean;
};

/** Asks before a label or one of its packages is voided, voids it, and says what came of it. */
export function useLabelVoid(onChanged: () => void) {
  const t = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const [isVoiding, setVoiding] = useState(false);
  const askVoid = async ({ question, said, send, isDone }: Void): Promise<void> => {
    if (!(await confirm({ ...question, destructive: true }))) return;
    setVoiding(true);
    try {
      toast(isDone(await send()) ? said.done : said.asked);
    } catch (error) {
      toast(error instanceof ApiRefusal ? refusalText(t, error) : t('labels:failed'), { isError: true });
    } finally {
      setVoiding(false);
      onChanged();
    }
  };
  return { askVoid, isVoiding };
}
