import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { ClipboardIcon } from '@shopify/polaris-icons';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';

/** A text to copy under its label, as it is. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const t = useText();
  const toast = useToast();
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        toast(t('assistants:connect.copied', { label }));
      },
      () => {
        toast(t('assistants:connect.notCopied'), { isError: true });
      },
    );
  };
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center" wrap={false}>
        <Text as="h3" variant="headingSm">
          {label}
        </Text>
        <Button
          variant="tertiary"
          icon={ClipboardIcon}
          accessibilityLabel={t('assistants:connect.copy', { label })}
          onClick={copy}
        />
      </InlineStack>
      <code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{text}</code>
    </BlockStack>
  );
}
