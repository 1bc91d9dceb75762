import { Banner, BlockStack, Button, Form, Text } from '@shopify/polaris';
import type { KeyScope } from '#app/core/viewer.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { ChoiceInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { AuthorizationPage, AuthorizationQuery } from '../grants/authorization.contract.ts';

type AuthorizeScreenProps = AuthorizationPage & { query: AuthorizationQuery };

/** Whether an assistant may act for a vendor, and with which scopes; the answer leads on to the assistant. */
export function AuthorizeScreen({ query, vendor, host, sentTo, name, days, requested, allowed }: AuthorizeScreenProps) {
  const t = useText();
  const form = useForm<{ scopes: KeyScope[] }, { url: string }>({
    schema: () => import('../grants/authorization.contract.ts').then(({ authorizationForm }) => authorizationForm),
    initial: { scopes: requested },
    toPayload: ({ scopes }) => ({ query, scopes, isAllowed: true }),
    onDone: leave,
  });
  const refusal = useForm<{ scopes: KeyScope[] }, { url: string }>({
    schema: () => import('../grants/authorization.contract.ts').then(({ authorizationForm }) => authorizationForm),
    initial: { scopes: [] },
    toPayload: () => ({ query, scopes: [], isAllowed: false }),
    onDone: leave,
  });
  const problem = form.formError ?? refusal.formError;
  return (
    <ScreenPage title={t('assistants:authorize.title')} kind="form">
      <SectionCard title={host}>
        <Form onSubmit={form.submit} noValidate>
          <BlockStack gap="400">
            {problem ? <Banner tone="critical">{problem}</Banner> : null}
            <Text as="p">{t('assistants:authorize.about', { host, vendor })}</Text>
            {name === '' ? null : (
              <Text as="p" tone="subdued">
                {t('assistants:authorize.name', { name })}
              </Text>
            )}
            {allowed.length === 0 ? (
              <Banner tone="info">{t('assistants:authorize.none')}</Banner>
            ) : (
              <ChoiceInput
                {...form.field('scopes')}
                label={t('assistants:authorize.scopes')}
                multiple
                choices={allowed.map((value) => ({
                  value,
                  label: t(`integrations:scope.${value.replace(':', '_') as 'orders_read'}`),
                }))}
              />
            )}
            <Text as="p" tone="subdued">
              {t('assistants:authorize.days', { days: String(days), host })}
            </Text>
            <Text as="p" tone="subdued">
              {t('assistants:authorize.sentTo', { place: sentTo })}
            </Text>
            <EndRow>
              <Button onClick={refusal.submit} loading={refusal.saving}>
                {t('assistants:authorize.deny')}
              </Button>
              {allowed.length === 0 ? null : (
                <Button submit variant="primary" loading={form.saving}>
                  {t('assistants:authorize.allow')}
                </Button>
              )}
            </EndRow>
          </BlockStack>
        </Form>
      </SectionCard>
    </ScreenPage>
  );
}

/** Goes on to the assistant, which is another site. */
function leave({ url }: { url: string }): void {
  window.location.assign(url);
}
