import { BlockStack, Button, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { FindingDto } from '../reconciliation.contract.ts';
import { describeFinding, formatLinks } from './finding-words.ts';
import { SetAsideDialog } from './set-aside-dialog.tsx';

export type FindingRowsProps = {
  findings: readonly FindingDto[];
  busy: boolean;
  onSetAside: (id: string, note: string) => void;
  onPutBack: (id: string) => void;
};

/** What differs, each with what is wrong, its amounts and the next step. */
export function FindingRows({ findings, busy, onSetAside, onPutBack }: FindingRowsProps) {
  const t = useText();
  const [chosen, setChosen] = useState<FindingDto>();
  return (
    <>
      <ul className="souk-system souk-findings">
        {findings.map((one) => (
          <li key={one.id}>
            <FindingBody one={one} />
            <span className="souk-row-actions">
              {one.resolvedAt !== null ? null : one.setAside ? (
                <Button
                  disabled={busy}
                  accessibilityLabel={`${t('reconciliation:act.putBack')}: ${formatName(t, one)}`}
                  onClick={() => {
                    onPutBack(one.id);
                  }}
                >
                  {t('reconciliation:act.putBack')}
                </Button>
              ) : (
                <Button
                  disabled={busy}
                  accessibilityLabel={`${t('reconciliation:act.setAside')}: ${formatName(t, one)}`}
                  onClick={() => {
                    setChosen(one);
                  }}
                >
                  {t('reconciliation:act.setAside')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {chosen ? (
        <SetAsideDialog
          what={formatName(t, chosen)}
          onClose={() => {
            setChosen(undefined);
          }}
          onSetAside={(note) => {
            onSetAside(chosen.id, note);
            setChosen(undefined);
          }}
        />
      ) : null}
    </>
  );
}

type Text = ReturnType<typeof useText>;

/** Tells one from the others of its kind. */
const formatName = (t: Text, one: FindingDto): string =>
  [t(`reconciliation:kind.${one.kind}`), formatSubject(one)].filter(Boolean).join(', ');

const formatSubject = ({ order, vendor }: FindingDto): string =>
  [order?.name ?? order?.id, vendor?.name].filter(Boolean).join(', ');

function FindingBody({ one }: { one: FindingDto }) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const subject = formatSubject(one);
  const { setAside } = one;
  return (
    <BlockStack gap="100">
      <Text as="h2" variant="headingSm">
        {t(`reconciliation:kind.${one.kind}`)}
      </Text>
      {subject ? <span>{subject}</span> : null}
      <span>{describeFinding(t, one, format.money)}</span>
      {one.resolvedAt === null ? (
        <>
          <span>{t(`reconciliation:next.${one.kind}`)}</span>
          <span className="souk-links">
            {formatLinks(t, one).map((link) => (
              <Link key={link.url} url={link.url}>
                {link.label}
              </Link>
            ))}
          </span>
        </>
      ) : null}
      {setAside ? (
        <span>{t('reconciliation:aside.by', { name: setAside.by, when: when(setAside.at), note: setAside.note })}</span>
      ) : null}
      <span className="souk-note">
        {one.resolvedAt
          ? t('reconciliation:resolvedAt', { when: when(one.resolvedAt) })
          : t('reconciliation:seen', { first: when(one.firstSeenAt), last: when(one.lastSeenAt) })}
      </span>
    </BlockStack>
  );
}
