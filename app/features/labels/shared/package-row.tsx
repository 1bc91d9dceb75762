import { Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { LabelDto } from '../labels.contract.ts';
import { useLabelPrint } from './use-label-print.ts';

/** A tracking number, with the carrier's page where there is one. */
export function TrackingNumber({ tracking, url }: { tracking: string; url: string | null }) {
  const t = useText();
  const text = t('labels:trackingNumber', { number: tracking });
  return (
    <Text as="p">
      {url ? (
        <Link url={url} target="_blank">
          {text}
        </Link>
      ) : (
        text
      )}
    </Text>
  );
}

/** A package of a label that is for several: where it is, and its own page to print. */
export function PackageRow({ label, one }: { label: LabelDto; one: LabelDto['packages'][number] }) {
  const t = useText();
  const { print, isBusy } = useLabelPrint();
  const title = t('labels:packages.title', { number: one.position });
  const state = one.refund
    ? t(`labels:packages.refund.${one.refund}`)
    : one.trackingStatus === 'unknown'
      ? ''
      : t(`labels:tracking.${one.trackingStatus}`);
  return (
    <InlineStack align="space-between" blockAlign="start" gap="200">
      <span className="souk-two-lines">
        <span>{[title, state].filter(Boolean).join(' · ')}</span>
        {one.tracking ? <TrackingNumber tracking={one.tracking} url={one.trackingUrl} /> : null}
      </span>
      {label.can.includes('print') ? (
        <Button
          variant="plain"
          loading={isBusy}
          accessibilityLabel={t('labels:print.of', { name: title })}
          onClick={() => {
            print(label.id, one.position);
          }}
        >
          {t('labels:packages.print')}
        </Button>
      ) : null}
    </InlineStack>
  );
}
