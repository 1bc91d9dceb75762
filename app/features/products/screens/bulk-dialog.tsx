import { Banner, BlockStack, Modal, Text } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { BulkAction } from '#app/ui/lists/list.ts';
import { MAX_IN_BATCH, type BatchAction } from '../listing/batch.ts';

/** The list as it is narrowed now, as the call of a batch takes it. */
export type Narrowed = { status: string; q: string; stock: string; sort: string; vendor?: string; tag?: string };
type Chosen = { action: BatchAction; ids: string[]; all: boolean };

/** What can be done with several products at once; each is asked about before it begins. */
export function useBulk(o: { actions: readonly BatchAction[]; narrowed: Narrowed }): {
  bulk: BulkAction[];
  dialog: ReactNode;
} {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen>();
  const close = (): void => {
    setChosen(undefined);
  };
  return {
    bulk: o.actions.map((action) => ({
      label: (count, all) => t(`productList:${all ? 'upTo' : 'bulk'}.${action}`, { count }),
      promoted: action === 'approve' || action === 'unapprove',
      onAction: (ids, all) => {
        setChosen({ action, ids, all });
      },
    })),
    dialog: chosen ? <BulkDialog {...chosen} narrowed={o.narrowed} onClose={close} /> : null,
  };
}

function BulkDialog({ action, ids, all, narrowed, onClose }: Chosen & { narrowed: Narrowed; onClose: () => void }) {
  const t = useText();
  const hasTags = action === 'add_tags' || action === 'remove_tags';
  const form = useForm({
    schema: () => import('../listing/batches.contract.ts').then(({ batchBody }) => batchBody),
    initial: { note: '', tags: '' },
    toPayload: ({ note, tags }) => ({
      action,
      ...(action === 'unapprove' ? { note } : {}),
      ...(hasTags ? { tags: toTags(tags) } : {}),
      ...(all ? { matching: narrowed } : { ids }),
    }),
    toField: (path) => (path.startsWith('tags') ? 'tags' : path),
    onDone: onClose,
  });
  const label = t(`productList:${all ? 'upTo' : 'bulk'}.${action}`, { count: all ? MAX_IN_BATCH : ids.length });
  return (
    <Modal
      open
      onClose={onClose}
      title={label}
      primaryAction={{
        content: label,
        destructive: action === 'delete',
        loading: form.saving,
        onAction: form.submit,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p">{t(`productList:body.${action}`)}</Text>
          {action === 'unapprove' ? (
            <TextInput {...form.field('note')} label={t('productList:note')} optional lines={3} maxLength={2000} />
          ) : null}
          {hasTags ? <TextInput {...form.field('tags')} label={t('productList:tags')} maxLength={2000} /> : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

const toTags = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
