import { Banner, BlockStack, Button, List } from '@shopify/polaris';
import { useEffect, useMemo } from 'react';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { Columns } from '#app/ui/parts/layout.tsx';
import { StatusBadge } from '#app/ui/parts/status-badge.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { textOfDescription } from '../description.ts';
import { badgeOf } from '../product.ts';
import { productInput, type ProductDetail } from '../products.contract.ts';
import { ApprovalCard } from './approval-card.tsx';
import { differencesOf, editedOf, payloadOf, variantsFor, type Edited, type EditedOption } from './editor-values.ts';
import { MediaField, type StageUpload } from './media-field.tsx';
import { LogCard, NotesCard } from './notes-card.tsx';
import { OptionsField } from './options-field.tsx';
import { WaitingCard } from './waiting-card.tsx';
import { VariantsField } from './variants-field.tsx';
import './products.css';

export type ProductEditorProps = {
  /** Undefined for a new product. */
  detail: ProductDetail | undefined;
  currency: string;
  /** Vendors to choose from, in the marketplace view. */
  vendors: readonly string[];
  needsVendor: boolean;
  mayWrite: boolean;
  /** An action is on its way. */
  busy: boolean;
  stage: StageUpload;
  onSaved: (saved: { productId: string }) => void;
  onDecide: (action: 'approve' | 'unapprove' | 'delete', note: string) => void;
  onComment: (text: string) => void;
  onReload: () => void;
};

/** The editor of a product, with its approval and its comments. The save bar comes with the first change. */
export function ProductEditor(props: ProductEditorProps) {
  const { detail, busy, onComment } = props;
  const product = detail?.product;
  const { features } = useShell();
  const t = useText();
  const initial = useMemo(() => editedOf(product), [product]);
  const form = useForm<Edited, { productId: string }>({
    schema: productInput,
    initial,
    toPayload: (values) => payloadOf(values, product),
    method: 'put',
    done: t('products:editor.saved'),
    onDone: props.onSaved,
    toField: (path) =>
      path
        .replace(/^product\./, '')
        .replace(/^seo\.title$/, 'seoTitle')
        .replace(/^seo\.description$/, 'seoDescription')
        .replace(/^bodyHtml$/, 'description'),
  });
  const { onReload } = props;
  const isConflict = form.refusedWith === 'conflict';
  useEffect(() => {
    // The newer version is fetched at once, so that the differences can be shown and the next save knows it.
    if (isConflict) onReload();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isConflict]);
  const disabled = !props.mayWrite || (product !== undefined && !product.can.includes('edit'));
  return (
    <ScreenPage
      title={product?.title ?? t('products:editor.new')}
      badges={product ? <StatusBadge status={badgeOf(product)} /> : undefined}
      back={{ label: t('products:title'), url: '/products' }}
      {...usePageActions(props)}
      {...(detail ? { neighbours: neighboursOf(detail) } : {})}
      saveBar={form.saveBar}
    >
      <Columns
        shape="editor"
        main={
          <BlockStack gap="400">
            <Trouble form={form} theirs={initial} />
            {disabled && product?.status !== 'ARCHIVED' ? <Banner>{t('products:editor.readOnly')}</Banner> : null}
            <Basics {...props} form={form} disabled={disabled} />
            <MediaField
              media={form.values.media}
              disabled={disabled}
              stage={props.stage}
              onChange={(media) => {
                form.set('media', media);
              }}
            />
            <Sellable {...props} form={form} disabled={disabled} />
            <Seo form={form} />
          </BlockStack>
        }
        side={
          detail ? (
            <BlockStack gap="400">
              <WaitingCard detail={detail} />
              <ApprovalCard detail={detail} busy={busy} onDecide={props.onDecide} />
              {features.comments ? (
                <NotesCard notes={detail.notes} busy={busy} mayWrite={props.mayWrite} onComment={onComment} />
              ) : null}
              {features.auditLogs ? <LogCard logs={detail.logs} /> : null}
            </BlockStack>
          ) : (
            <SectionCard title={t('products:approval.title')}>{t('products:approval.awaiting')}</SectionCard>
          )
        }
      />
    </ScreenPage>
  );
}

function neighboursOf({ queue, product }: ProductDetail) {
  if (!product.can.includes('approve')) return { previous: undefined, next: undefined };
  const place = (id: string | null) => (id === null ? undefined : `/products/${id}`);
  return { previous: place(queue.previous), next: place(queue.next) };
}

function usePageActions({ detail, busy, onDecide }: ProductEditorProps) {
  const t = useText();
  const confirm = useConfirm();
  if (!detail) return {};
  const { product, queue } = detail;
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('products:delete.title', { name: product.title }),
      body: t('products:delete.body'),
      action: t('products:delete.action'),
      destructive: true,
    });
    if (sure) onDecide('delete', '');
  };
  const approve = {
    label: queue.next === null ? t('products:approval.approve') : t('products:approval.approveNext'),
    loading: busy,
    onAction: () => {
      onDecide('approve', '');
    },
  };
  const deletion = { label: t('products:delete.action'), destructive: true, onAction: () => void remove() };
  return {
    ...(product.can.includes('approve') ? { primaryAction: approve } : {}),
    secondaryActions: product.can.includes('delete') && product.status !== 'ARCHIVED' ? [deletion] : [],
  };
}

/** What the server refused as a whole; after somebody else's change, what differs now. */
function Trouble({ form, theirs }: { form: Form<Edited>; theirs: Edited }) {
  const t = useText();
  if (!form.formError) return null;
  const labels = {
    title: t('products:editor.title'),
    description: t('products:editor.description'),
    media: t('products:media.title'),
    options: t('products:options.title'),
    variants: t('products:variants.title'),
  };
  const differences = form.refusedWith === 'conflict' ? differencesOf(form.values, theirs) : [];
  if (form.refusedWith !== 'conflict') return <Banner tone="critical">{form.formError}</Banner>;
  return (
    <Banner tone="warning" title={t('products:conflict.title')}>
      <BlockStack gap="200">
        <p>{t('products:conflict.body')}</p>
        <List>
          {differences.map((one) => (
            <List.Item key={one.field}>
              {one.theirs === undefined
                ? t('products:conflict.changed', { field: labels[one.field] })
                : t('products:conflict.field', { field: labels[one.field], theirs: one.theirs })}
            </List.Item>
          ))}
        </List>
        <span>
          <Button onClick={form.discard}>{t('products:conflict.take')}</Button>
        </span>
      </BlockStack>
    </Banner>
  );
}

type PartProps = ProductEditorProps & { form: Form<Edited>; disabled: boolean };

function Basics({ detail, vendors, needsVendor, form, disabled }: PartProps) {
  const t = useText();
  const isHtml = textOfDescription(detail?.product.bodyHtml ?? '') === undefined;
  return (
    <SectionCard title={t('products:editor.basics')}>
      <BlockStack gap="400">
        {needsVendor ? (
          <SelectInput
            {...form.field('vendor')}
            disabled={disabled}
            label={t('products:editor.vendor')}
            placeholder={t('products:editor.vendorChoose')}
            choices={vendors.map((name) => ({ value: name, label: name }))}
          />
        ) : null}
        <TextInput
          {...form.field('title')}
          disabled={disabled}
          label={t('products:editor.title')}
          maxLength={255}
          showCount
        />
        <TextInput
          {...form.field('description')}
          disabled={disabled}
          label={t('products:editor.description')}
          lines={6}
          maxLength={100_000}
          helpText={t(isHtml ? 'products:editor.descriptionHtml' : 'products:editor.descriptionHint')}
        />
      </BlockStack>
    </SectionCard>
  );
}

function Sellable({ currency, form, disabled }: PartProps) {
  const { options, variants } = form.values;
  const setOptions = (next: EditedOption[]): void => {
    form.set('options', next);
    form.set('variants', variantsFor(next, variants));
  };
  return (
    <>
      <OptionsField options={options} onChange={setOptions} errorAt={form.errorAt} disabled={disabled} />
      <VariantsField
        variants={variants}
        currency={currency}
        errorAt={form.errorAt}
        disabled={disabled}
        onChange={(next) => {
          form.set('variants', next);
        }}
      />
    </>
  );
}

function Seo({ form }: { form: Form<Edited> }) {
  const t = useText();
  return (
    <SectionCard title={t('products:seo.title')}>
      <BlockStack gap="400">
        <TextInput {...form.field('seoTitle')} label={t('products:seo.pageTitle')} maxLength={255} />
        <TextInput {...form.field('seoDescription')} label={t('products:seo.description')} lines={2} maxLength={2000} />
      </BlockStack>
    </SectionCard>
  );
}
