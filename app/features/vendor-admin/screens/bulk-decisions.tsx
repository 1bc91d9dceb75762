import { Banner, BlockStack, Modal, Text } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { BulkAction } from '#app/ui/lists/list.ts';
import type { BULK_ACTIONS, BulkOutcome } from '../vendor-operations.contract.ts';

type Act = (typeof BULK_ACTIONS)[number];
type Chosen = { action: Act; ids: string[] };

/** What can be done with several applications at once: each is asked about before, and those that are refused are named after. */
export function useBulkDecisions(): { actions: BulkAction[]; dialog: ReactNode; failures: ReactNode } {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen>();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const start = (action: Act) => (ids: string[]) => {
    setOutcome(undefined);
    setChosen({ action, ids });
  };
  return {
    actions: [
      { label: (count) => t('applications:bulk.approve', { count }), onAction: start('approve'), promoted: true },
      { label: (count) => t('applications:bulk.reject', { count }), onAction: start('reject'), promoted: true },
      { label: (count) => t('applications:bulk.pending', { count }), onAction: start('pending') },
    ],
    dialog: chosen ? (
      <BulkDialog
        {...chosen}
        onDone={(done) => {
          setChosen(undefined);
          setOutcome(done);
        }}
        onClose={() => {
          setChosen(undefined);
        }}
      />
    ) : null,
    failures: outcome ? (
      <Outcome
        outcome={outcome}
        onDismiss={() => {
          setOutcome(undefined);
        }}
      />
    ) : null,
  };
}

type BulkDialogProps = Chosen & { onDone: (outcome: BulkOutcome) => void; onClose: () => void };

function BulkDialog({ action, ids, onDone, onClose }: BulkDialogProps) {
  const t = useText();
  const form = useForm<{ reason: string }, BulkOutcome>({
    schema: () => import('../vendor-operations.contract.ts').then(({ bulkSchema }) => bulkSchema),
    initial: { reason: '' },
    method: 'patch',
    toPayload: ({ reason }) => ({ ids, action, ...(action === 'reject' ? { reason } : {}) }),
    onDone,
  });
  const count = ids.length;
  return (
    <Modal
      open
      onClose={onClose}
      title={t(`applications:bulk.${action}`, { count })}
      primaryAction={{
        content: t(`applications:bulk.${action}`, { count }),
        destructive: action === 'reject',
        loading: form.saving,
        onAction: form.submit,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p">{t(`applications:bulk.${action}Body`)}</Text>
          {action === 'reject' ? (
            <TextInput
              {...form.field('reason')}
              label={t('applications:reject.reason')}
              helpText={t('applications:reject.reasonHelp')}
              optional
              lines={3}
              maxLength={2000}
            />
          ) : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function Outcome({ outcome, onDismiss }: { outcome: BulkOutcome; onDismiss: () => void }) {
  const t = useText();
  const done = t('applications:bulk.done', { count: outcome.done });
  if (outcome.failed.length === 0) return <Banner tone="success" title={done} onDismiss={onDismiss} />;
  return (
    <Banner
      tone="warning"
      title={`${done} ${t('applications:bulk.failed', { count: outcome.failed.length })}`}
      onDismiss={onDismiss}
    >
      <BlockStack gap="100">
        {outcome.failed.map((one) => (
          <p key={one.id}>
            <b>{one.vendorName}</b>: {formatRefusal(t, one)}
          </p>
        ))}
      </BlockStack>
    </Banner>
  );
}

function formatRefusal(t: ReturnType<typeof useText>, refusal: BulkOutcome['failed'][number]): string {
  if (refusal.code === 'vendor_deleted_before') return t('vendors:create.deletedBefore');
  const [issue] = refusal.issues ?? [];
  return issue ? issueText(t, issue) : refusalText(t, refusal);
}
