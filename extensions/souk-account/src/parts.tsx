/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/customer-account.order-status.block.render" />
import type { ComponentChildren } from 'preact';
import { t } from './host.ts';
import type { Loaded } from './use-loaded.ts';

/** What is loaded, or how far it came: a spinner, or what went wrong with the way to try again. */
export function WhenLoaded<Value>({
  loaded,
  reload,
  children,
}: {
  loaded: Loaded<Value>;
  reload: () => Promise<void>;
  children: (value: Value) => ComponentChildren;
}) {
  if (loaded.state === 'loading') return <s-spinner accessibilityLabel={t('loading')} />;
  if (loaded.state === 'failed')
    return (
      <s-banner tone="critical">
        <s-stack gap="small">
          <s-text>{loaded.message}</s-text>
          <s-button onClick={() => void reload()}>{t('retry')}</s-button>
        </s-stack>
      </s-banner>
    );
  return <>{children(loaded.value)}</>;
}

/** The text that was typed. */
export function readValue(event: Event): string {
  return (event.currentTarget as unknown as { value: string }).value;
}
