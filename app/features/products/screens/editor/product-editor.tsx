import { Banner, BlockStack, Link } from '@shopify/polaris';
import { useCallback, useEffect, useMemo } from 'react';
import { tickedExternally } from '#app/features/specifications/linked-option.ts';
import { idOf } from '#app/features/specifications/specification.ts';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useLayoutPath, useShell } from '#app/ui/shell/shell-context.tsx';
import { shownBadge } from '../../product.ts';
import type { ShownForm } from '../../form/product-form.ts';
import type { ProductDetail } from '../../products.contract.ts';
import type { DecisionDto } from '../../decisions/decisions.contract.ts';
import type { ReversibleAction } from '../../decisions/scheduled-decision.ts';
import { DecisionBanner } from '../review/decision-banner.tsx';
import { ApprovalCard } from '../review/approval-card.tsx';
import {
  computeEdited,
  fieldOfIssue,
  buildPayload,
  withOptions,
  type Edited,
  type EditedMedium,
  type EditedOption,
} from './editor-values.ts';
import { DescriptionField } from './description-field.tsx';
import { MergeNoticeBanner } from './merge-notice.tsx';
import { MediaField, type StageUpload } from './media-field.tsx';
import type { UnitTerm } from '../../review/unit-earnings.ts';
import { EarningsCard } from './earnings-card.tsx';
import { ListingHint, type ListingProps } from './listing-hint.tsx';
import { LogCard } from './log-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { OptionsField } from '../variants/options-field.tsx';
import { readOnlyWords, useProductHeader, type Around } from './product-header.ts';
import { SeoField } from './seo-field.tsx';
import { findSpecificationIssues, withEveryField, type EditorSpecifications } from './specification-values.ts';
import { SpecificationsPart } from './specifications-part.tsx';
import { WaitingCard } from '../review/waiting-card.tsx';
import { useMergedEdits } from './use-merged-edits.ts';
import { useProductDraft } from './use-product-draft.ts';
import { AroundVariantsContext } from '../variants/variant-specifications.tsx';
import { VariantsField } from '../variants/variants-field.tsx';
import '../products.css';

export type ProductEditorProps = {
  /** Undefined for a new product. */
  detail: ProductDetail | undefined;
  currency: string;
  /** What the address carries on of the list that one came from. */
  carried: string;
  /** The products beside this one in that list; undefined where one came from nowhere. */
  around: Around | undefined;
  /** What the store's form offers to this viewer. */
  productForm: ShownForm;
  /** Vendors to choose from, in the marketplace view. */
  vendors: readonly string[];
  needsVendor: boolean;
  specifications: EditorSpecifications;
  mayWrite: boolean;
  /** The rates by which the product is charged; null where no vendor is known. */
  unitTerms: readonly UnitTerm[] | null;
  /** Whether backgrounds of pictures can be removed. */
  canClear: boolean;
  /** The vendor's limit, for a new product. */
  listing: ListingProps['listing'];
  /** An action is on its way. */
  busy: boolean;
  stage: StageUpload;
  onSaved: (saved: { productId: string }) => void;
  /** What was decided some seconds ago and has not taken effect yet. */
  decision: DecisionDto | null;
  onDecide: (action: ReversibleAction, note: string) => void;
  onUndo: (decisionId: string) => void;
  onDelete: () => void;
  onComment: (text: string) => void;
  onReload: () => void;
};

/** The editor of a product, with its approval and its comments. The save bar comes with the first change. */
export function ProductEditor(props: ProductEditorProps) {
  const { detail, busy, onComment } = props;
  const product = detail?.product;
  const { features } = useShell();
  const t = useText();
  const { units, plainDescription: isPlain } = props.productForm;
  const { specifications, currency } = props;
  const initial = useMemo(
    () => withEveryField(computeEdited(product, units, isPlain), specifications),
    [product, units, isPlain, specifications],
  );
  const form = useForm<Edited, { productId: string; isSubmitted?: boolean }>({
    schema: () => import('../../product-input.contract.ts').then(({ productInput }) => productInput),
    check: (payload) => findSpecificationIssues(payload, specifications, product, currency),
    initial,
    toPayload: (values) => buildPayload(values, product, specifications, isPlain),
    method: 'put',
    done: ({ isSubmitted }) => t(isSubmitted ? 'products:editor.submitted' : 'products:editor.saved'),
    onDone: props.onSaved,
    toField: fieldOfIssue,
  });
  const merge = useMergedEdits(form, initial);
  const productType = product?.productType ?? '';
  const { specifications: values } = form.values;
  const around = useMemo(() => ({ specifications, values, productType }), [specifications, values, productType]);
  const names = useMemo(
    () => new Map(specifications.specifications.map((one) => [idOf(one), one.name])),
    [specifications],
  );
  const { viewer } = useShell();
  useProductDraft({
    key: `souk-product:${viewer.email}:${product?.id ?? 'new'}`,
    base: initial,
    values: form.values,
    dirty: form.dirty,
    onFound: merge.restore,
  });
  const discard = useDiscard(form, merge.forget);
  // The same object until something of it changes: the bar stands outside of this page and is set by it.
  const saveBar = useMemo(() => ({ ...form.saveBar, onDiscard: discard }), [form.saveBar, discard]);
  const { onReload } = props;
  const isConflict = form.refusedWith === 'conflict';
  useEffect(() => {
    // The newer version is fetched at once, so that the differences can be shown and the next save knows it.
    if (isConflict) onReload();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isConflict]);
  const earnings = props.unitTerms ? (
    <EarningsCard terms={props.unitTerms} prices={form.values.variants.map(({ price }) => price)} currency={currency} />
  ) : null;
  const disabled = !props.mayWrite || (product !== undefined && !product.allowedActions.includes('edit'));
  return (
    <ScreenPage
      title={product?.title ?? t('products:editor.new')}
      badges={product ? <StatusBadge status={shownBadge(product, props.decision?.action)} /> : undefined}
      {...useProductHeader(props)}
      saveBar={saveBar}
    >
      <Columns
        shape="editor"
        main={
          <BlockStack gap="400">
            <DecisionBanner {...props} />
            <ListingHint listing={props.listing} />
            {form.formError && !(isConflict && merge.notice) ? <Banner tone="critical">{form.formError}</Banner> : null}
            <MergeNoticeBanner
              notice={merge.notice}
              values={form.values}
              names={names}
              decide={merge.decide}
              onDiscard={discard}
            />
            {disabled ? <Banner>{readOnlyWords(t, product)}</Banner> : null}
            {detail?.entry ? <EntryNote entry={detail.entry} /> : null}
            <Basics {...props} form={form} disabled={disabled} />
            <Media {...props} form={form} disabled={disabled} />
            <AroundVariantsContext.Provider value={around}>
              <Sellable {...props} form={form} disabled={disabled} />
            </AroundVariantsContext.Provider>
            <SpecificationsPart {...props} form={form} productType={productType} disabled={disabled} />
            {props.productForm.seo ? (
              <SeoField form={form} handle={product?.handle ?? ''} disabled={disabled} isPlain={isPlain} />
            ) : null}
          </BlockStack>
        }
        side={
          detail ? (
            <BlockStack gap="400">
              {earnings}
              <WaitingCard detail={detail} />
              {props.decision ? null : <ApprovalCard detail={detail} busy={busy} onDecide={props.onDecide} />}
              {features.comments ? (
                <NotesCard notes={detail.notes} busy={busy} mayWrite={props.mayWrite} onComment={onComment} />
              ) : null}
              {features.auditLogs ? <LogCard detail={detail} /> : null}
            </BlockStack>
          ) : (
            <BlockStack gap="400">
              {earnings}
              <SectionCard title={t('products:approval.title')}>{t('products:approval.awaiting')}</SectionCard>
            </BlockStack>
          )
        }
      />
    </ScreenPage>
  );
}

/** Discards what was typed, and what was told of it. */
function useDiscard(form: Form<Edited>, forget: () => void): () => void {
  const { discard } = form;
  return useCallback(() => {
    discard();
    forget();
  }, [discard, forget]);
}

type PartProps = ProductEditorProps & { form: Form<Edited>; disabled: boolean };

/** Says that title and description are those of an entry, and leads to where its offers stand. */
function EntryNote({ entry }: { entry: NonNullable<ProductDetail['entry']> }) {
  const t = useText();
  const path = useLayoutPath();
  return (
    <Banner>
      {t('products:editor.ofEntry')} <Link url={path(`/catalog/${entry.id}`)}>{t('products:editor.showEntry')}</Link>
    </Banner>
  );
}

function Basics({ detail, vendors, needsVendor, productForm, form, disabled }: PartProps) {
  const t = useText();
  const isOffer = detail?.entry != null;
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
          disabled={disabled || isOffer}
          label={t('products:editor.title')}
          maxLength={255}
          showCount
        />
        <DescriptionField
          form={form}
          disabled={disabled || isOffer}
          isPlain={productForm.plainDescription}
          stored={detail?.product.bodyHtml ?? ''}
          bounds={productForm.limits?.description}
        />
      </BlockStack>
    </SectionCard>
  );
}

function Media({ detail, stage, form, disabled, canClear }: PartProps) {
  const { set } = form;
  const stored = detail?.product.media;
  const problems = useMemo(
    () => new Map((stored ?? []).flatMap(({ id, problem }) => (problem ? [[id, problem] as const] : []))),
    [stored],
  );
  const onChange = useCallback(
    (media: EditedMedium[]) => {
      set('media', media);
    },
    [set],
  );
  return (
    <MediaField
      problems={problems}
      disabled={disabled}
      stage={stage}
      onChange={onChange}
      canClear={canClear}
      media={form.values.media}
    />
  );
}

function Sellable({ currency, productForm, form, disabled, specifications: { specifications } }: PartProps) {
  const { options, variants, media, specifications: values } = form.values;
  const ticked = useMemo(() => tickedExternally(specifications, values), [specifications, values]);
  const { set, change, errorAt } = form;
  const setOptions = useCallback(
    (next: EditedOption[]): void => {
      change((now) => withOptions(now, next));
      // Written once more by its name, so that what was wrong with the options is forgotten.
      set('options', next);
    },
    [change, set],
  );
  // Only what is set, so that typing elsewhere does not draw thousands of cells anew.
  const setter = useMemo(() => ({ set }), [set]);
  return (
    <>
      {productForm.variants || options.length > 0 ? (
        <OptionsField options={options} ticked={ticked} errorAt={errorAt} disabled={disabled} onChange={setOptions} />
      ) : null}
      <VariantsField
        variants={variants}
        media={media}
        currency={currency}
        switches={productForm.switches}
        form={setter}
        errorAt={errorAt}
        disabled={disabled}
      />
    </>
  );
}
