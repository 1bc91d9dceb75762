import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useMemo } from 'react';
import { FileDrop } from '#app/ui/forms/file-drop.tsx';
import { CheckboxInput, MoneyInput, TextInput } from '#app/ui/forms/fields.tsx';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { BARCODE_MAX, TITLE_MAX, TYPE_MAX } from '../catalog.ts';
import type { EntryDto } from '../catalog.contract.ts';
import './catalog.css';

/** Asks for a place where one file may be sent. */
export type OpenTarget = (file: File) => Promise<{ url: string; location: string }>;
export type EntryScreenProps = {
  /** Undefined for a new one. */
  entry: EntryDto | undefined;
  currency: string;
  openTarget: OpenTarget;
  onSaved: (entryId: string) => void;
};

type Values = {
  title: string;
  description: string;
  pictureUrl: string;
  productType: string;
  barcode: string;
  priceMin: string;
  priceMax: string;
  active: boolean;
};

/** An entry of the catalogue as the marketplace writes it: what its offers say, and a guide for their prices. */
export function EntryScreen({ entry, currency, openTarget, onSaved }: EntryScreenProps) {
  const t = useText();
  const initial = useMemo<Values>(() => toValues(entry), [entry]);
  const form = useForm<Values, { entry: EntryDto }>({
    schema: () => import('../catalog.contract.ts').then(({ entryInput }) => entryInput),
    initial,
    method: 'put',
    toPayload: (values) => ({ ...values, ...(entry ? { version: entry.version } : {}) }),
    done: t('catalog:entry.saved'),
    onDone: ({ entry: saved }) => {
      onSaved(saved.id);
    },
  });
  return (
    <ScreenPage
      title={entry?.title ?? t('catalog:entry.new')}
      badges={entry ? <StatusBadge status={entry.active ? 'active' : 'archived'} /> : undefined}
      back={{ label: t('catalog:entries.title'), url: '/catalog-entries' }}
      saveBar={form.saveBar}
    >
      <Columns
        shape="editor"
        main={
          <Stack>
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            {entry && entry.offers > 0 ? (
              <Banner tone="info">{t('catalog:entry.follow', { count: entry.offers })}</Banner>
            ) : null}
            <SectionCard title={t('catalog:entry.about')}>
              <BlockStack gap="400">
                <TextInput {...form.field('title')} label={t('catalog:entry.name')} maxLength={TITLE_MAX} showCount />
                <RichTextInput {...form.field('description')} label={t('catalog:entry.description')} />
              </BlockStack>
            </SectionCard>
            <SectionCard title={t('catalog:entry.facts')}>
              <BlockStack gap="400">
                <div className="catalog-pair">
                  <TextInput
                    {...form.field('productType')}
                    label={t('catalog:entry.type')}
                    maxLength={TYPE_MAX}
                    optional
                  />
                  <TextInput
                    {...form.field('barcode')}
                    label={t('catalog:entry.barcode')}
                    maxLength={BARCODE_MAX}
                    optional
                  />
                  <MoneyInput
                    {...form.field('priceMin')}
                    label={t('catalog:entry.priceMin')}
                    currency={currency}
                    optional
                  />
                  <MoneyInput
                    {...form.field('priceMax')}
                    label={t('catalog:entry.priceMax')}
                    currency={currency}
                    optional
                  />
                </div>
                <Text as="p" tone="subdued">
                  {t('catalog:entry.priceHint')}
                </Text>
              </BlockStack>
            </SectionCard>
          </Stack>
        }
        side={
          <Stack>
            <SectionCard title={t('catalog:entry.pricePosition')}>
              <CheckboxInput
                {...form.field<unknown>('active')}
                label={t('catalog:entry.active')}
                helpText={t('catalog:entry.activeHint')}
              />
            </SectionCard>
            <PictureCard form={form} openTarget={openTarget} />
          </Stack>
        }
      />
    </ScreenPage>
  );
}

function toValues(entry: EntryDto | undefined): Values {
  return {
    title: entry?.title ?? '',
    description: entry?.description ?? '',
    pictureUrl: entry?.pictureUrl ?? '',
    productType: entry?.productType ?? '',
    barcode: entry?.barcode ?? '',
    priceMin: entry?.priceMin ?? '',
    priceMax: entry?.priceMax ?? '',
    active: entry?.active ?? true,
  };
}

function PictureCard({ form, openTarget }: { form: Form<Values>; openTarget: OpenTarget }) {
  const t = useText();
  const { pictureUrl } = form.values;
  const upload = async (file: File, progress: UploadProgress, signal: AbortSignal): Promise<string> => {
    const target = await openTarget(file);
    await sendFile({ url: target.url, file, progress, signal });
    return target.location;
  };
  const set = (url: string): void => {
    form.set('pictureUrl', url);
  };
  return (
    <SectionCard title={t('catalog:entry.picture')}>
      {pictureUrl === '' ? (
        <FileDrop
          label={t('catalog:entry.picture')}
          labelHidden
          accept="image/jpeg,image/png,image/webp,image/gif"
          upload={upload}
          onUploaded={set}
          error={form.errorAt('pictureUrl')}
        />
      ) : (
        <BlockStack gap="300">
          <img className="catalog-picture" src={pictureUrl} alt={t('catalog:entry.pictureAlt')} />
          <InlineStack>
            <Button
              onClick={() => {
                set('');
              }}
            >
              {t('catalog:entry.removePicture')}
            </Button>
          </InlineStack>
        </BlockStack>
      )}
    </SectionCard>
  );
}
