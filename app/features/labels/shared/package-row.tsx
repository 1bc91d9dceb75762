import { Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { voidPackageEndpoint, LabelDto } from '../labels.contract.ts';
import { useLabelPrint } from './use-label-print.ts';
import { useLabelVoid } from './use-label-void.ts';

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

type RowProps = { label: LabelDto; one: LabelDto['packages'][number]; onChanged: () => void };

/** A package of a label that is for several: where it is or what became of its refund, its page to print, and its void. */
export function PackageRow({ label, one, onChanged }: RowProps) {
  const t = useText();
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
      <PackageActions label={label} one={one} onChanged={onChanged} />
    </InlineStack>
  );
}

function PackageActions({ label, one, onChanged }: RowProps) {
  const t = useText();
  const { print, isBusy } = useLabelPrint();
  const { askVoid, isVoiding } = useLabelVoid(onChanged);
  const number = one.position;
  const format = useFormat();
  const charged = one.charged && t('labels:packages.void.charged', { amount: format.money(one.charged) });
  const question = {
    title: t('labels:packages.void.title', { number }),
    body: [t('labels:packages.void.body'), charged].filter(Boolean).join(' '),
    action: t('labels:packages.void.of', { number }),
  };
  const said = { done: t('labels:packages.void.done'), asked: t('labels:packages.void.asked') };
  const send = () =>
    callApi<typeof voidPackageEndpoint>('POST', '/shippo/label/{labelId}/packages/{position}/void', {
      params: { labelId: label.id, position: String(number) },
    });
  const isDone = (after: LabelDto) => after.packages.some((each) => each.position === number && each.refund === 'done');
  return (
    <InlineStack gap="300">
      {one.allowedActions.includes('print') ? (
        <Button
          variant="plain"
          loading={isBusy}
          accessibilityLabel={t('labels:print.of', { name: t('labels:packages.title', { number }) })}
          onClick={() => {
            print(label.id, number);
          }}
        >
          {t('labels:packages.print')}
        </Button>
      ) : null}
      {one.allowedActions.includes('void') ? (
        <Button
          variant="plain"
          tone="critical"
          loading={isVoiding}
          accessibilityLabel={t('labels:packages.void.of', { number })}
          onClick={() => void askVoid({ question, said, send, isDone })}
        >
          {t('labels:packages.void.action')}
        </Button>
      ) : null}
    </InlineStack>
  );
}
