import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { ConnectionRequest } from '../connect-store.ts';

/** Names what is about to be connected to what, before the platform is asked for the access. */
export function ConnectStoreScreen({ request }: { request: ConnectionRequest }) {
  const t = useText();
  const [isLeaving, setIsLeaving] = useState(false);
  const { vendor, marketplace, shop, url } = request;
  return (
    <ScreenPage
      title={t('integrations:confirm.title')}
      back={{ label: t('integrations:title'), url: '/settings/integrations' }}
      kind="form"
    >
      <SectionCard title={shop}>
        <BlockStack gap="400">
          <Text as="p">{t('integrations:confirm.body')}</Text>
          <Facts
            facts={[
              { label: t('integrations:confirm.shop'), value: shop },
              { label: t('integrations:confirm.vendor'), value: vendor },
              { label: t('integrations:confirm.marketplace'), value: marketplace },
            ]}
          />
          <InlineStack gap="300">
            <Button
              variant="primary"
              loading={isLeaving}
              onClick={() => {
                setIsLeaving(true);
                window.open(url, '_top');
              }}
            >
              {t('integrations:confirm.action')}
            </Button>
          </InlineStack>
        </BlockStack>
      </SectionCard>
    </ScreenPage>
  );
}
