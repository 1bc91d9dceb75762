import { BlockStack, Button, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { ExceptionDto } from '../system.contract.ts';
import { exceptionKind, type ExceptionKind } from '../system.ts';

/** Differences by kind: each kind says once what to do, and names what it found. */
export function DifferencesCard({ exceptions }: { exceptions: readonly ExceptionDto[] }) {
  const t = useText();
  const kinds = [...new Set(exceptions.map(({ kind }) => exceptionKind(kind)))];
  return (
    <SectionCard title={t('system:exceptions.title')}>
      <ul className="souk-system">
        {kinds.map((kind) => (
          <li key={kind}>
            <Kind kind={kind} exceptions={exceptions.filter((one) => exceptionKind(one.kind) === kind)} />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function Kind({ kind, exceptions }: { kind: ExceptionKind; exceptions: readonly ExceptionDto[] }) {
  const t = useText();
  const { busy, send } = useAction();
  return (
    <BlockStack gap="100">
      <Text as="span" fontWeight="semibold">
        {t(`system:exceptions.kind.${kind}`)}
      </Text>
      <span>{t(`system:exceptions.next.${kind}`)}</span>
      <ul className="souk-problem-details">
        {exceptions.map((one) => (
          <li key={one.id} className="souk-system-head">
            {one.orderId ? <LayoutLink url={`/orders/${one.orderId}`}>{one.order ?? one.orderId}</LayoutLink> : null}
            {one.vendor === null ? null : <span>{one.vendor}</span>}
            <When at={one.foundAt} />
            <Button
              variant="plain"
              disabled={busy}
              accessibilityLabel={`${t('system:exceptions.resolve')} ${one.order ?? one.id}`}
              onClick={() => {
                send({ act: 'resolve', id: one.id, note: '' }, t('system:exceptions.resolved'));
              }}
            >
              {t('system:exceptions.resolve')}
            </Button>
          </li>
        ))}
      </ul>
    </BlockStack>
  );
}
