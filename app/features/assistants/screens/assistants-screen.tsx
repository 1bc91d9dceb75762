import { BlockStack, Box, Button, List, Text } from '@shopify/polaris';
import type { KeyScope } from '#app/core/viewer.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow, Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { CopiedText } from './copied-text.tsx';

type Question = { id: string; scope: KeyScope };
/** Questions that an assistant of the marketplace answers, each with what its key needs for it. */
const MARKETPLACE_QUESTIONS = [
  { id: 'lateOfVendors', scope: 'orders:read' },
  { id: 'approvals', scope: 'products:read' },
  { id: 'approve', scope: 'products:write' },
  { id: 'vendors', scope: 'vendors:read' },
  { id: 'findings', scope: 'reconciliation:read' },
  { id: 'figures', scope: 'money:read' },
] as const satisfies readonly Question[];
/** The same for a vendor's. */
const QUESTIONS = [
  { id: 'late', scope: 'orders:read' },
  { id: 'ship', scope: 'orders:fulfill' },
  { id: 'stock', scope: 'stock:write' },
  { id: 'paid', scope: 'money:read' },
  { id: 'answers', scope: 'messages:read' },
  { id: 'send', scope: 'messages:write' },
] as const satisfies readonly Question[];

/** How a vendor, or the marketplace, connects an assistant, what it can be asked, and what to mind. */
export function AssistantsScreen({ address, isVendor }: { address: string; isVendor: boolean }) {
  const t = useText();
  return (
    <ScreenPage title={t('settings:row.assistants.name')} subtitle={t('settings:row.assistants.about')} kind="form">
      <Stack>
        <ConnectCard address={address} />
        <SectionCard title={t('assistants:ask.title')}>
          <BlockStack gap="300">
            <Text as="p" tone="subdued">
              {t('assistants:ask.about')}
            </Text>
            <ul className="souk-rows" aria-label={t('assistants:ask.title')}>
              {(isVendor ? QUESTIONS : MARKETPLACE_QUESTIONS).map(({ id, scope }) => (
                <li key={id}>
                  <Box paddingBlock="200">
                    <Text as="p">{t(`assistants:ask.${id}`)}</Text>
                    <Text as="p" tone="subdued" variant="bodySm">
                      {t('assistants:ask.needs', {
                        scope: t(`integrations:scope.${scope.replace(':', '_') as 'orders_read'}`),
                      })}
                    </Text>
                  </Box>
                </li>
              ))}
            </ul>
          </BlockStack>
        </SectionCard>
        <SectionCard title={t('assistants:safety.title')}>
          <List>
            <List.Item>{t('assistants:safety.key')}</List.Item>
            <List.Item>{t('assistants:safety.data')}</List.Item>
            <List.Item>{t('assistants:safety.log')}</List.Item>
          </List>
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

function ConnectCard({ address }: { address: string }) {
  const t = useText();
  const header = `Bearer <${t('assistants:connect.keyPlace')}>`;
  const settings = { mcpServers: { souk: { type: 'http', url: address, headers: { Authorization: header } } } };
  return (
    <SectionCard title={t('assistants:connect.title')}>
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t('assistants:connect.about')}
        </Text>
        <CopiedText label={t('assistants:connect.address')} text={address} />
        <Text as="p" tone="subdued">
          {t('assistants:connect.signIn')}
        </Text>
        <CopiedText label={t('assistants:connect.header')} text={`Authorization: ${header}`} />
        <CopiedText label={t('assistants:connect.settings')} text={JSON.stringify(settings, null, 2)} />
        <EndRow>
          <Button url="/settings/integrations">{t('assistants:connect.keys')}</Button>
        </EndRow>
      </BlockStack>
    </SectionCard>
  );
}
