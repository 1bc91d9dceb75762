import { Banner, BlockStack, Button, Text } from '@shopify/polaris';
import { useState } from 'react';
import { requestAccess } from '../page/host-bridge.ts';
import { useToast } from '../page/toast.tsx';
import { useLayout, useShell } from '../shell/shell-context.tsx';
import { useText } from '../i18n/use-text.ts';
import { useLocation } from '../router.ts';

type AccessBannerProps = {
  /** The accesses that are asked for, by the platform's names. */
  scopes: string[];
  /** `external` stands where they cannot be asked for. */
  texts: { title: string; body: string; external: string; action: string; declined: string };
  onGranted: () => void;
};

/**
 * Asks for accesses that the store grants apart from the rest, which can be done inside the store admin only: outside of it, admins are led
 * to this very page there.
 */
export function AccessBanner({ scopes, texts, onGranted }: AccessBannerProps) {
  const layout = useLayout();
  const t = useText();
  const { storeAdminUrl } = useShell();
  const { pathname, search } = useLocation();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    if (await requestAccess(scopes)) onGranted();
    else toast(texts.declined, { isError: true });
    setAsking(false);
  };
  return (
    <Banner tone="warning" title={texts.title}>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p">{layout === 'admin' ? texts.body : texts.external}</Text>
        {layout === 'admin' ? (
          <Button onClick={() => void ask()} loading={asking}>
            {texts.action}
          </Button>
        ) : storeAdminUrl ? (
          <Button url={`${storeAdminUrl}${pathname.replace(/^\/app(?=\/|$)/, '')}${search}`} target="_top">
            {t('common:openInAdmin')}
          </Button>
        ) : null}
      </BlockStack>
    </Banner>
  );
}
