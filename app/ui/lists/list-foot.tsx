import { ButtonGroup, Button } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useFormat } from '../shell/shell-context.tsx';
import type { ListPage } from './list.ts';
import type { ListChange } from './list-url.ts';

type ListFootProps = {
  page: ListPage;
  /** How many rows they stand in: fewer, where one row holds several. */
  rows: number;
  shown: number;
  checkedAt: string | undefined;
  change: (next: ListChange) => void;
};

/** How much is shown, how fresh it is, and the way to the rest. */
export function ListFoot({ page, rows, shown, checkedAt, change }: ListFootProps) {
  const t = useText();
  const format = useFormat();
  const seconds = useAgeSeconds(checkedAt);
  const total = page.count ?? shown;
  const numbers = { shown: format.number(shown), total: format.number(total) };
  const isFolded = rows < shown;
  const amount = page.atLeast
    ? isFolded
      ? t('common:list.shownOfMoreInRows', { ...numbers, count: rows })
      : t('common:list.shownOfMore', numbers)
    : isFolded
      ? t('common:list.shownOfInRows', { ...numbers, count: rows })
      : t('common:list.shownOf', numbers);
  const hasNext = page.page < page.pageCount || page.cursor !== undefined;
  const hasPrevious = page.page > 1 || page.before !== undefined;
  const next = (): void => {
    change(page.page < page.pageCount ? { page: page.page + 1 } : { cursor: page.cursor ?? '' });
  };
  return (
    <div className="souk-list-foot">
      <p>
        {amount} {seconds === undefined ? null : t('common:list.checked', { count: seconds })}
      </p>
      {hasPrevious || hasNext ? (
        <ButtonGroup>
          <Button
            disabled={!hasPrevious}
            onClick={() => {
              change(page.before === undefined ? { page: page.page - 1 } : { before: page.before });
            }}
          >
            {t('common:list.newer')}
          </Button>
          <Button disabled={!hasNext} onClick={next}>
            {t('common:list.older')}
          </Button>
        </ButtonGroup>
      ) : null}
    </div>
  );
}

/** Seconds since the rows arrived in this browser, in steps of ten; counted from arrival, so clocks need not agree. */
function useAgeSeconds(checkedAt: string | undefined): number | undefined {
  const [age, setAge] = useState(0);
  const [counted, setCounted] = useState(checkedAt);
  if (counted !== checkedAt) {
    setCounted(checkedAt);
    setAge(0);
  }
  useEffect(() => {
    if (checkedAt === undefined) return;
    const timer = setInterval(() => {
      setAge((before) => before + 10);
    }, 10_000);
    return () => {
      clearInterval(timer);
    };
  }, [checkedAt]);
  return checkedAt === undefined ? undefined : age;
}
