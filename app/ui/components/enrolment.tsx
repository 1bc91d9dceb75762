import { BlockStack, Text } from '@shopify/polaris';
import { useText } from '../i18n/use-text.ts';
import { QrCode } from './qr.tsx';

export type EnrolmentProps = { secret: string; qr: { size: number; path: string } };

/** What an authenticator app is told: a picture for its camera, and the same to type. */
export function EnrolmentSteps({ secret, qr }: EnrolmentProps) {
  const t = useText();
  return (
    <BlockStack gap="300">
      <Text as="p">{t('auth:factor.scan')}</Text>
      <QrCode {...qr} label={t('auth:factor.qr')} />
      <Text as="p" tone="subdued">
        {t('auth:factor.manual')}
      </Text>
      <code className="souk-secret" translate="no">
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </code>
    </BlockStack>
  );
}

/** Recovery codes, shown once: to be written down, copied or printed. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useText();
  return (
    <BlockStack gap="300">
      <Text as="p">{t('auth:factor.keep')}</Text>
      <ol className="souk-codes" translate="no" aria-label={t('auth:factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </BlockStack>
  );
}
