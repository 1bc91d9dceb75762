import { Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { useState } from 'react';
import { CheckboxInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { DECLINE_REASONS, RETURN_REASONS, type ReturnCommand } from '../return-commands.ts';
import type { ManagedReturnDto, ReceivePreviewDto } from '../returns.contract.ts';
import { isZero, LossesCard } from './losses-card.tsx';

const fetchReturnOperationSchema = () =>
  import('../returns.contract.ts').then(({ returnOperationSchema }) => returnOperationSchema);

/** One return: its units, and the next step with what belongs to it. */
export function ReturnCard({ one }: { one: ManagedReturnDto }) {
  const t = useText();
  const { allowedActions } = one;
  return (
    <SectionCard title={one.name} aside={<StatusBadge status={isReceived(one) ? 'received' : one.status} />}>
      <BlockStack gap="300">
        <Rows
          label={one.name}
          rows={one.lines.map((line) => ({
            id: line.id,
            title: t('aftersales:returns.units', { quantity: line.quantity, title: line.title }),
            line: [
              line.vendor,
              reasonText(line.reason),
              line.received > 0
                ? t('aftersales:returns.received', { received: line.received, quantity: line.quantity })
                : '',
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
        {one.decline ? (
          <Banner>{[declineText(one.decline.reason), one.decline.note].filter(Boolean).join(': ')}</Banner>
        ) : null}
        {allowedActions.includes('receive') ? <ReceiveVendorOrder one={one} /> : null}
        {allowedActions.includes('approve') ? <DecideVendorOrder one={one} /> : null}
        <InlineStack align="end" gap="200">
          {allowedActions.includes('cancel') ? <ActionButton one={one} what="cancel" /> : null}
          {allowedActions.includes('close') ? <ActionButton one={one} what="close" /> : null}
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );

  function reasonText(reason: string | null): string {
    const known = RETURN_REASONS.find((candidate) => candidate === reason);
    return known ? t(`aftersales:returns.reasons.${known}`) : '';
  }
  function declineText(reason: string): string {
    const known = DECLINE_REASONS.find((candidate) => candidate === reason) ?? 'other';
    return t(`aftersales:returns.declineReasons.${known}`);
  }
}

/** An open return of which everything has arrived is received; it closes by itself a little later. */
const isReceived = ({ status, lines }: ManagedReturnDto): boolean =>
  status === 'open' && lines.length > 0 && lines.every((line) => line.received >= line.quantity);

const NOTHING_TICKED = { restock: false, refund: false, notify: false, note: '' };

/** Receives units in two steps, as a refund: what belongs to it, then what it takes from whom; it asks once before it does it. */
function ReceiveVendorOrder({ one }: { one: ManagedReturnDto }) {
  const t = useText();
  const format = useFormat();
  const confirm = useConfirm();
  const [shown, setShown] = useState<{ preview: ReceivePreviewDto; of: string }>();
  const look = useForm<typeof NOTHING_TICKED, ReceivePreviewDto>({
    schema: fetchReturnOperationSchema,
    initial: NOTHING_TICKED,
    toPayload: (values) => ({ intent: 'previewReceive', returnId: one.id, body: values }),
    toField: (path) => path.replace('body.', ''),
    onDone: (preview) => {
      setShown({ preview, of: JSON.stringify(look.values) });
    },
  });
  const preview = shown?.of === JSON.stringify(look.values) ? shown.preview : undefined;
  const make = useForm({
    schema: fetchReturnOperationSchema,
    initial: { token: '' },
    toPayload: () => ({ intent: 'receive', returnId: one.id, body: { ...look.values, token: preview?.token } }),
    toField: () => '',
    done: t('aftersales:returns.done.receive'),
  });
  const receiveText = (amount: ReceivePreviewDto['amount']): string =>
    isZero(amount)
      ? t('aftersales:returns.receive')
      : t('aftersales:returns.receiveOf', { amount: format.money(amount) });
  const ask = async (amount: ReceivePreviewDto['amount']): Promise<void> => {
    const question = {
      title: t('aftersales:returns.receiveTitle', { name: one.name }),
      body: isZero(amount)
        ? t('aftersales:returns.receiveNothing')
        : t('aftersales:returns.receiveBody', { amount: format.money(amount) }),
      action: receiveText(amount),
      destructive: false,
      cancel: t('common:back'),
    };
    if (await confirm(question)) make.submit();
  };
  const error = make.formError ?? look.formError;
  return (
    <BlockStack gap="200">
      {error ? <Banner tone="critical">{error}</Banner> : null}
      <CheckboxInput {...look.field<unknown>('restock')} label={t('aftersales:returns.restock')} />
      <CheckboxInput {...look.field<unknown>('refund')} label={t('aftersales:returns.refund')} />
      <CheckboxInput {...look.field<unknown>('notify')} label={t('aftersales:notify')} />
      <TextInput {...look.field<unknown>('note')} label={t('aftersales:returns.note')} optional maxLength={255} />
      <InlineStack align="end">
        <Button onClick={look.submit} loading={look.saving}>
          {t('aftersales:preview')}
        </Button>
      </InlineStack>
      {preview ? (
        <>
          <LossesCard losses={preview} amount={preview.amount} />
          <InlineStack align="end">
            <Button variant="primary" onClick={() => void ask(preview.amount)} loading={make.saving}>
              {receiveText(preview.amount)}
            </Button>
          </InlineStack>
        </>
      ) : null}
    </BlockStack>
  );
}

/** Approves a return, or asks why before it is declined. */
function DecideVendorOrder({ one }: { one: ManagedReturnDto }) {
  const t = useText();
  const [isDeclining, setDeclining] = useState(false);
  if (isDeclining)
    return (
      <DeclineForm
        one={one}
        onBack={() => {
          setDeclining(false);
        }}
      />
    );
  return (
    <InlineStack align="end" gap="200">
      <Button
        onClick={() => {
          setDeclining(true);
        }}
      >
        {t('aftersales:returns.decline')}
      </Button>
      <ActionButton one={one} what="approve" />
    </InlineStack>
  );
}

function DeclineForm({ one, onBack }: { one: ManagedReturnDto; onBack: () => void }) {
  const t = useText();
  const form = useForm({
    schema: fetchReturnOperationSchema,
    initial: { reason: 'return_period_ended', note: '', notify: true },
    toPayload: (values) => ({ intent: 'decline', returnId: one.id, body: values }),
    toField: (path) => path.replace('body.', ''),
    done: t('aftersales:returns.done.decline'),
  });
  return (
    <BlockStack gap="200">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <SelectInput
        {...form.field<unknown>('reason')}
        label={t('aftersales:returns.declineWhy')}
        choices={DECLINE_REASONS.map((value) => ({ value, label: t(`aftersales:returns.declineReasons.${value}`) }))}
      />
      <TextInput
        {...form.field<unknown>('note')}
        label={t('aftersales:returns.declineNote')}
        optional
        maxLength={255}
      />
      <InlineStack align="end" gap="200">
        <Button onClick={onBack}>{t('common:back')}</Button>
        <Button variant="primary" tone="critical" onClick={form.submit} loading={form.saving}>
          {t('aftersales:returns.declineSend')}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

/** A step that needs nothing more to be said; cancelling asks once. */
function ActionButton({
  one,
  what,
}: {
  one: ManagedReturnDto;
  what: Extract<ReturnCommand, 'approve' | 'close' | 'cancel'>;
}) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    schema: fetchReturnOperationSchema,
    initial: { intent: what },
    toPayload: () => ({ intent: what, returnId: one.id, body: { notify: true } }),
    done: t(`aftersales:returns.done.${what}`),
  });
  const press = async (): Promise<void> => {
    const isSure =
      what !== 'cancel' ||
      (await confirm({
        title: t('aftersales:returns.cancelTitle', { name: one.name }),
        body: t('aftersales:returns.cancelBody'),
        action: t('aftersales:returns.cancel'),
        cancel: t('common:back'),
      }));
    if (isSure) form.submit();
  };
  return (
    <BlockStack gap="100">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <Button
        onClick={() => void press()}
        loading={form.saving}
        {...(what === 'approve' ? { variant: 'primary' as const } : {})}
      >
        {t(`aftersales:returns.${what}`)}
      </Button>
    </BlockStack>
  );
}
