import { Button } from '@shopify/polaris';
import { useEffect } from 'react';
import type { FetchSchema } from '#app/ui/forms/fetch-validator.ts';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useToast } from '#app/ui/page/toast.tsx';

type FactorResetProps = {
  person: { id: string; name: string; email: string };
  /** What the screen's action reads, and what is sent to it. */
  schema: FetchSchema;
  toPayload: (id: string) => object;
  method?: 'post' | 'patch';
};

/** Takes somebody's second factor away, after the question whether one is sure who asked for it. */
export function FactorResetButton({ person, schema, toPayload, method = 'post' }: FactorResetProps) {
  const t = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const { name, email } = person;
  const form = useForm({
    schema,
    initial: {},
    method,
    toPayload: () => toPayload(person.id),
    done: t('staff:factorReset.done', { name }),
  });
  useEffect(() => {
    if (form.formError) toast(form.formError, { isError: true });
  }, [form.formError, toast]);
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('staff:factorReset.title', { name }),
      body: t('staff:factorReset.body', { email }),
      action: t('staff:factorReset.action'),
      destructive: true,
    });
    if (isSure) form.submit();
  };
  return (
    <Button
      size="slim"
      loading={form.saving}
      onClick={() => void ask()}
      accessibilityLabel={t('staff:factorReset.of', { name })}
    >
      {t('staff:factorReset.button')}
    </Button>
  );
}
