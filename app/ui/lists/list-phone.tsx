import { BlockStack, Button, Checkbox, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import type { DataListProps } from './list.ts';
import { RowBody, Rows, type RowContent } from './rows.tsx';

/** The rows on a phone. Where something can be done with many, a button turns taps into choices. */
export function ListPhone<Row>(props: DataListProps<Row>) {
  const { rows, name, bulk = [] } = props;
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const id = useId();
  const wasChanged = useRef(false);
  // The button that was pressed is gone: the focus goes to the one that stands in its place.
  useEffect(() => {
    if (wasChanged.current) document.getElementById(id)?.focus();
  }, [id, isChoosing]);
  const choose = (isOn: boolean) => () => {
    wasChanged.current = true;
    setChoosing(isOn);
  };
  const contents = rows.map((row) => phoneRow(props, row));
  if (bulk.length === 0) return <Rows label={name.plural} rows={contents} />;
  if (isChoosing) return <Choosing {...props} contents={contents} doneId={id} onDone={choose(false)} />;
  return (
    <>
      <div className="souk-list-choose">
        <Button id={id} variant="plain" onClick={choose(true)}>
          {t('common:list.choose', { things: name.plural })}
        </Button>
      </div>
      <Rows label={name.plural} rows={contents} />
    </>
  );
}

type ChoosingProps<Row> = DataListProps<Row> & { contents: readonly RowContent[]; doneId: string; onDone: () => void };

/** Rows to choose from, under what can be done with those that are chosen. */
function Choosing<Row>({ contents, name, bulk = [], maxBulk, page, doneId, onDone }: ChoosingProps<Row>) {
  const t = useText();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  /** The rows under which everything that was found was wanted: it may be something else that is found under others. */
  const [allUnder, setAllUnder] = useState('');
  const key = contents.map(({ id }) => id).join(' ');
  // A row that left the page must not stay chosen unseen.
  const chosen = contents.map(({ id }) => id).filter((id) => picked.has(id));
  const hasMore = maxBulk !== undefined && (page.cursor !== undefined || page.before !== undefined);
  const isFull = chosen.length === contents.length;
  const isAll = allUnder === key && hasMore && isFull;
  const toggle = (id: string) => (isOn: boolean) => {
    setAllUnder('');
    setPicked(new Set(isOn ? [...chosen, id] : chosen.filter((one) => one !== id)));
  };
  return (
    <>
      <div className="souk-list-choose souk-list-choosing">
        <BlockStack gap="200">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="p" fontWeight="semibold">
              <span aria-live="polite">
                {isAll
                  ? t('common:list.allSelected', { count: maxBulk })
                  : t('common:list.chosen', { count: chosen.length })}
              </span>
            </Text>
            <Button id={doneId} variant="plain" onClick={onDone}>
              {t('common:list.choosingDone')}
            </Button>
          </InlineStack>
          <InlineStack gap="200">
            {bulk
              .filter((action) => chosen.length > 0 && !(isAll && action.pageOnly))
              .map((action) => (
                <Button
                  key={action.label(0, false)}
                  {...(action.destructive ? { tone: 'critical' as const } : {})}
                  onClick={() => {
                    action.onAction(chosen, isAll);
                  }}
                >
                  {action.label(isAll ? maxBulk : chosen.length, isAll)}
                </Button>
              ))}
            {isFull ? null : (
              <Button
                variant="plain"
                onClick={() => {
                  setAllUnder('');
                  setPicked(new Set(contents.map(({ id }) => id)));
                }}
              >
                {t('common:list.choosePage')}
              </Button>
            )}
            {hasMore && isFull && !isAll ? (
              <Button
                variant="plain"
                onClick={() => {
                  setAllUnder(key);
                }}
              >
                {t('common:list.selectAll', { count: maxBulk })}
              </Button>
            ) : null}
          </InlineStack>
        </BlockStack>
      </div>
      <ul className="souk-rows souk-rows-choosing" aria-label={name.plural}>
        {contents.map((row) => (
          <li key={row.id}>
            <Checkbox label={<RowBody row={row} />} checked={picked.has(row.id)} onChange={toggle(row.id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function phoneRow<Row>({ phone, rowId, rowUrl }: DataListProps<Row>, row: Row): RowContent {
  const url = rowUrl?.(row);
  return { ...phone(row), id: rowId(row), ...(url === undefined ? {} : { url }) };
}
