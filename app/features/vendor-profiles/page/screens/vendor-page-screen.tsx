import { Banner, BlockStack, Link, Text } from '@shopify/polaris';
import { useMemo } from 'react';
import {
  answersToSend,
  startAnswers,
  findFieldIssues,
  type FormAnswers,
} from '#app/features/vendor-profiles/custom-field-values/field-form.ts';
import { AnswerFields } from '#app/features/vendor-profiles/custom-field-values/shared/value-fields.tsx';
import { useUploads } from '#app/features/vendor-profiles/custom-field-values/shared/use-uploads.ts';
import { visibleFields } from '#app/core/text/field-display.ts';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import type { PageDto } from '../vendor-page.contract.ts';
import { PictureField, type OpenTarget } from './picture-field.tsx';

const BADGES = {
  none: 'draft',
  awaitingApproval: 'awaitingApproval',
  live: 'active',
  changeWaiting: 'changeWaiting',
  unapproved: 'sentBack',
} as const;

type Values = { imageUrl: string; description: string; fields: FormAnswers };
export type VendorPageScreenProps = { page: PageDto; mayWrite: boolean; openTarget: OpenTarget };

/** A vendor's public page: picture, words and the fields that the store asks for, with how it stands. */
export function VendorPageScreen({ page, mayWrite, openTarget }: VendorPageScreenProps) {
  const t = useText();
  const { viewer } = useShell();
  const opened = useMemo(() => new Map(page.opened.map(({ location, url }) => [location, url])), [page.opened]);
  const uploads = useUploads({ opened });
  const form = usePageForm(page, viewer.isAdmin);
  useLiveRefresh(!page.isShown && page.version > 0);
  const seen = new Map(Object.entries(form.values.fields));
  const hasFields = visibleFields(page.fields, seen, { forAdmin: viewer.isAdmin }).length > 0;
  // A page that is saved while a file is on its way would be saved without it.
  const saveBar = { ...form.saveBar, saving: form.saveBar.saving || uploads.running > 0 };
  return (
    <ScreenPage
      title={t('vendorPage:title')}
      subtitle={page.vendor}
      badges={<StatusBadge status={BADGES[page.status]} />}
      {...(viewer.isAdmin ? { back: { label: t('vendors:title'), url: '/vendors' } } : {})}
      {...(mayWrite ? { saveBar } : {})}
    >
      <Columns
        shape="editor"
        main={
          <Stack>
            <PageStatus page={page} />
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            <SectionCard title={t('vendorPage:about')}>
              <RichTextInput
                {...form.field('description')}
                disabled={!mayWrite}
                label={t('vendorPage:description')}
                helpText={t('vendorPage:descriptionHelp')}
              />
            </SectionCard>
            {hasFields ? (
              <SectionCard title={t('vendorPage:fields')}>
                <BlockStack gap="400">
                  <AnswerFields
                    fields={page.fields}
                    answers={form.values.fields}
                    input={(path) => ({ ...form.field<unknown>(path), disabled: !mayWrite })}
                    uploads={uploads}
                    forAdmin={viewer.isAdmin}
                  />
                </BlockStack>
              </SectionCard>
            ) : null}
          </Stack>
        }
        side={
          <PictureField
            url={form.values.imageUrl}
            disabled={!mayWrite}
            error={form.errorAt('imageUrl')}
            openTarget={openTarget}
            onChange={(url) => {
              form.set('imageUrl', url);
            }}
          />
        }
      />
    </ScreenPage>
  );
}

function usePageForm(page: PageDto, isAdmin: boolean) {
  const t = useText();
  const { fields, draft, live, version } = page;
  const content = draft ?? live;
  const initial = useMemo<Values>(
    () => ({
      imageUrl: content?.imageUrl ?? '',
      description: content?.description ?? '',
      fields: startAnswers(fields, content?.fields),
    }),
    [content, fields],
  );
  return useForm<Values>({
    schema: () => import('../vendor-page.contract.ts').then(({ savePageBody }) => savePageBody),
    check: (payload) => findFieldIssues(payload, fields, { lenient: isAdmin, at: 'metafields' }),
    initial,
    toPayload: ({ imageUrl, description, fields: answers }) => ({
      imageUrl,
      description,
      version,
      metafields: answersToSend(fields, answers, { forAdmin: isAdmin }),
    }),
    toField: (path) => path.replace(/^metafields\./, 'fields.'),
    done: t('vendorPage:saved'),
  });
}

/** How the page stands, what the marketplace wrote, and where buyers see it. */
function PageStatus({ page }: { page: PageDto }) {
  const t = useText();
  const hasMore = page.note !== null || !page.complete || page.url !== null;
  const title = t(`vendorPage:standing.${page.status}`);
  const tone = page.status === 'live' ? 'success' : page.status === 'unapproved' ? 'warning' : 'info';
  if (!hasMore) return <Banner tone={tone} title={title} />;
  return (
    <Banner tone={tone} title={title}>
      <BlockStack gap="100">
        {page.note === null ? null : <Text as="p">{t('vendorPage:note', { note: page.note })}</Text>}
        {page.complete ? null : <Text as="p">{t('vendorPage:incomplete')}</Text>}
        {page.url === null ? null : (
          <Text as="p">
            {page.isShown ? null : `${t('vendorPage:onItsWay')} `}
            <Link url={page.url} target="_blank">
              {t('vendorPage:visit')}
            </Link>
          </Text>
        )}
      </BlockStack>
    </Banner>
  );
}
