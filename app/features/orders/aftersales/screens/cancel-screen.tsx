import { Banner, BlockStack, Button } from '@shopify/polaris';
import { useState } from 'react';
import { CheckboxInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow, Stack } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { CancelPreviewDto } from '../aftersales.contract.ts';
import { CANCEL_REASONS } from '../refund.ts';
import type { ShownOrder } from '../shown-order.ts';
import { NoAccess } from './access-card.tsx';
import { LossesCard } from './losses-card.tsx';

const fetchCancelBodySchema = () =>
  import('../aftersales.contract.ts').then(({ cancelBodySchema }) => cancelBodySchema);

const INITIAL = { reason: 'customer', note: '', refund: true, restock: true, notify: true };
type Values = typeof INITIAL;

export type CancelScreenProps = {
  order: ShownOrder;
  onGranted: () => void;
  onDone: (state: 'cancelled' | 'in_work') => void;
};

/** Cancels an order in two steps: why and how, then what it takes from whom; it asks once before it does it. */
export function CancelScreen({ order, onGranted, onDone }: CancelScreenProps) {
  const t = useText();
  const format = useFormat();
  const confirm = useConfirm();
  const [shown, setShown] = useState<{ preview: CancelPreviewDto; of: string }>();
  const look = useForm<Values, CancelPreviewDto>({
    schema: fetchCancelBodySchema,
    initial: INITIAL,
    toPayload: (values) => ({ intent: 'preview', ...values }),
    onDone: (preview) => {
      setShown({ preview, of: JSON.stringify(look.values) });
    },
  });
  const preview = shown?.of === JSON.stringify(look.values) ? shown.preview : undefined;
  const make = useForm<{ token: string }, { state: 'cancelled' | 'in_work' }>({
    schema: fetchCancelBodySchema,
    initial: { token: '' },
    toPayload: () => ({ intent: 'cancel', ...look.values, token: preview?.token }),
    toField: () => '',
    onDone: ({ state }) => {
      onDone(state);
    },
  });
  const ask = async (amount: CancelPreviewDto['amount']): Promise<void> => {
    const question = {
      title: t('aftersales:cancel.askTitle', { name: order.name }),
      body: t('aftersales:cancel.askBody', { amount: format.money(amount) }),
      action: t('aftersales:cancel.action'),
      cancel: t('common:back'),
    };
    if (await confirm(question)) make.submit();
  };
  const error = make.formError ?? look.formError;
  if (!order.granted)
    return <NoAccess order={order} title={t('aftersales:cancel.title', { name: order.name })} onGranted={onGranted} />;
  return (
    <ScreenPage
      title={t('aftersales:cancel.title', { name: order.name })}
      back={{ label: order.name, url: `/orders/${order.orderId}` }}
      kind="form"
    >
      <Stack>
        {error ? <Banner tone="critical">{error}</Banner> : null}
        <SectionCard title={t('aftersales:cancel.why')}>
          <BlockStack gap="300">
            <SelectInput
              {...look.field<unknown>('reason')}
              label={t('aftersales:cancel.reason')}
              choices={CANCEL_REASONS.map((value) => ({ value, label: t(`aftersales:cancel.reasons.${value}`) }))}
            />
            <TextInput
              {...look.field<unknown>('note')}
              label={t('aftersales:cancel.note')}
              helpText={t('aftersales:refund.reasonHint')}
              optional
              maxLength={255}
            />
            <CheckboxInput {...look.field<unknown>('refund')} label={t('aftersales:cancel.refund')} />
            <CheckboxInput {...look.field<unknown>('restock')} label={t('aftersales:cancel.restock')} />
            <CheckboxInput {...look.field<unknown>('notify')} label={t('aftersales:notify')} />
          </BlockStack>
        </SectionCard>
        <EndRow>
          <Button onClick={look.submit} loading={look.saving}>
            {t('aftersales:preview')}
          </Button>
        </EndRow>
        {preview ? (
          <>
            <LossesCard losses={preview} amount={preview.amount} />
            <EndRow>
              <Button variant="primary" tone="critical" onClick={() => void ask(preview.amount)} loading={make.saving}>
                {t('aftersales:cancel.action')}
              </Button>
            </EndRow>
          </>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}
