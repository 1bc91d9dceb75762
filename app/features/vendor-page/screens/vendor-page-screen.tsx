import { Banner, BlockStack, Link, Text } from '@shopify/polaris';
import { visibleFields, type AnswerValue } from '#app/features/registration/field-display.ts';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { Columns, Stack } from '#app/ui/parts/layout.tsx';
import { StatusBadge } from '#app/ui/parts/status-badge.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { savePageBody, type PageWire } from '../vendor-page.contract.ts';
import { asHtml, asText } from '../page-text.ts';
import { PageField } from './page-field.tsx';
import { PictureField, type OpenTarget } from './picture-field.tsx';

const BADGES = {
  none: 'draft',
  awaitingApproval: 'awaitingApproval',
  live: 'active',
  changeWaiting: 'changeWaiting',
  unapproved: 'sentBack',
} as const;

type Values = { imageUrl: string; description: string; fields: Record<string, AnswerValue> };
export type VendorPageScreenProps = { page: PageWire; mayWrite: boolean; openTarget: OpenTarget };

/** A vendor's public page: picture, words and the fields that the store asks for, with how it stands. */
export function VendorPageScreen({ page, mayWrite, openTarget }: VendorPageScreenProps) {
  const t = useText();
  const { viewer } = useShell();
  const form = usePageForm(page);
  useLiveRefresh(!page.isShown && page.version > 0);
  const { fields } = form.values;
  const shown = visibleFields(page.fields, new Map(Object.entries(fields)), { forAdmin: viewer.isAdmin });
  return (
    <ScreenPage
      title={t('vendorPage:title')}
      subtitle={page.vendor}
      badges={<StatusBadge status={BADGES[page.status]} />}
      {...(viewer.isAdmin ? { back: { label: t('vendors:title'), url: '/vendors' } } : {})}
      {...(mayWrite ? { saveBar: form.saveBar } : {})}
    >
      <Columns
        shape="editor"
        main={
          <Stack>
            <Standing page={page} />
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            <SectionCard title={t('vendorPage:about')}>
              <TextInput
                {...form.field('description')}
                disabled={!mayWrite}
                label={t('vendorPage:description')}
                helpText={t('vendorPage:descriptionHelp')}
                lines={8}
                maxLength={10_000}
              />
            </SectionCard>
            {shown.length > 0 ? (
              <SectionCard title={t('vendorPage:fields')}>
                <BlockStack gap="400">
                  {shown.map(({ field, display, required }) => (
                    <PageField
                      key={field.key}
                      field={field}
                      help={display.text}
                      required={required}
                      input={{ ...form.field<unknown>(`fields.${field.key}`), disabled: !mayWrite }}
                    />
                  ))}
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

function usePageForm(page: PageWire) {
  const t = useText();
  const content = page.draft ?? page.live;
  const known = new Map((content?.fields ?? []).map((answer) => [answer.key, answer.value]));
  const initial: Values = {
    imageUrl: content?.imageUrl ?? '',
    description: asText(content?.description ?? ''),
    fields: Object.fromEntries(page.fields.map(({ key, type }) => [key, known.get(key) ?? emptyOf(type)])),
  };
  return useForm<Values>({
    schema: savePageBody,
    initial,
    toPayload: ({ imageUrl, description, fields }) => {
      const shown = visibleFields(page.fields, new Map(Object.entries(fields)), {});
      return {
        imageUrl,
        description: asHtml(description),
        version: page.version,
        metafields: shown.flatMap(({ field }) => {
          const value = fields[field.key];
          const isEmpty = value === undefined || value === '' || value === false || Object.keys(value).length === 0;
          return isEmpty && value !== true ? [] : [{ key: field.key, name: field.name, value }];
        }),
      };
    },
    toField: (path) => path.replace(/^metafields\./, 'fields.'),
    done: t('vendorPage:saved'),
  });
}

const emptyOf = (type: string): AnswerValue => (type === 'checkbox' ? [] : type === 'terms' ? false : '');

/** How the page stands, what the marketplace wrote, and where buyers see it. */
function Standing({ page }: { page: PageWire }) {
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
