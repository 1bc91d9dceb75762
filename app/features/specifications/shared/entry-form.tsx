import { Banner, BlockStack, Modal, Spinner } from '@shopify/polaris';
import { useRef, useState } from 'react';
import type { Issue } from '#app/core/errors.ts';
import { issueText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import type { addEntryEndpoint, readEntryFormEndpoint, EntryDto } from '../entries.contract.ts';
import type { Specification } from '../specification.ts';
import type { DrawField } from './draw-field.ts';
import { refusalWords } from '#app/ui/session/refusal-words.ts';

type FormProps = {
  specification: Specification;
  drawField: DrawField;
  onAdded: (entry: EntryDto) => void;
  onBack: () => void;
};

/** The form of a new entry: every field that its kind has. Sent again after a lost answer, it still makes one. */
export function EntryForm({ specification, drawField, onAdded, onBack }: FormProps) {
  const t = useText();
  const toast = useToast();
  const { owner, namespace, key } = specification;
  const place = { owner, namespace, key };
  const form = useData(['entry-form', owner, namespace, key], () =>
    callApi<typeof readEntryFormEndpoint>('GET', '/products/metafields/entries/form', { query: place }),
  );
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refused, setRefused] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const requestId = useRef(crypto.randomUUID());
  const fields = form.data?.fields ?? [];
  const save = async (): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    setRefused(undefined);
    setIssues([]);
    try {
      const sent = fields.map((field) => ({ key: field.key, value: values[field.key] ?? '' }));
      const body = { ...place, requestId: requestId.current, values: sent };
      const { entry } = await callApi<typeof addEntryEndpoint>('POST', '/products/metafields/entries', {
        body,
        creates: true,
      });
      toast(t('specifications:entries.added', { name: entry.name }));
      onAdded(entry);
    } catch (problem) {
      const found = problem instanceof ApiRefusal ? problem.issues : [];
      setIssues(found);
      const isShown =
        found.length > 0 && found.every((issue) => fields.some(({ key: one }) => issue.path === `values.${one}`));
      if (!isShown) setRefused(refusalWords(t, problem));
      setSaving(false);
    }
  };
  const errorOf = (field: Specification): string | undefined => {
    const issue = issues.find(({ path }) => path === `values.${field.key}`);
    return issue && issueText(t, issue);
  };
  const problem = refused ?? (form.error ? refusalWords(t, form.error) : undefined);
  return (
    <Modal
      open
      onClose={onBack}
      title={t('specifications:entries.addTitle', { kind: form.data?.name ?? specification.name })}
      primaryAction={{
        content: t('specifications:entries.addSave'),
        loading: isSaving,
        disabled: fields.length === 0,
        onAction: () => void save(),
      }}
      secondaryActions={[{ content: t('specifications:entries.back'), onAction: onBack }]}
    >
      <Modal.Section>
        <div className="specification-new-entry">
          <BlockStack gap="400">
            {problem ? <Banner tone="critical">{problem}</Banner> : null}
            {form.isLoading ? <Spinner size="small" accessibilityLabel={t('specifications:entries.add')} /> : null}
            {fields.map((field) =>
              drawField(field, {
                name: `entry.${field.key}`,
                value: values[field.key] ?? '',
                error: errorOf(field),
                disabled: isSaving,
                onBlur: () => undefined,
                onChange: (value) => {
                  setIssues((now) => now.filter(({ path }) => path !== `values.${field.key}`));
                  setValues((now) => ({ ...now, [field.key]: String(value) }));
                },
              }),
            )}
          </BlockStack>
        </div>
      </Modal.Section>
    </Modal>
  );
}
