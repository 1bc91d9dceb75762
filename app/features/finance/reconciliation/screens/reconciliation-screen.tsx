import { Card } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ListFilters } from '#app/ui/lists/list-filters.tsx';
import { ListFoot } from '#app/ui/lists/list-foot.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { useListUrl } from '#app/ui/lists/list-url.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { EmptyBody } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { FINDING_STATES, type FindingState } from '../finding.ts';
import type { ReconciliationDto } from '../reconciliation.contract.ts';
import { FindingRows } from './finding-rows.tsx';
import { RunCard } from './run-card.tsx';

export type ReconciliationScreenProps = Omit<ReconciliationDto, 'pageCount'> & { state: FindingState; page: ListPage };

/** Whether the books agree; what does not, with its next step. */
export function ReconciliationScreen({ run, counts, exceptions, state, page }: ReconciliationScreenProps) {
  const t = useText();
  const { busy, send } = useAction();
  const list = useListUrl([]);
  const isRunning = run?.state === 'running';
  useLiveRefresh(isRunning);
  return (
    <ScreenPage
      title={t('reconciliation:title')}
      subtitle={t('reconciliation:subtitle')}
      primaryAction={{
        label: t('reconciliation:check'),
        loading: isRunning || busy,
        onAction: () => {
          send({ act: 'run' }, t('reconciliation:began'));
        },
      }}
    >
      <Stack>
        <RunCard run={run} counts={counts} />
        <Card padding="0">
          <ListFilters
            state={list.state}
            change={list.change}
            tabs={FINDING_STATES.map((id) => ({ id, label: t(`reconciliation:tab.${id}`), count: counts[id] }))}
            label={t('reconciliation:plural')}
            filters={[]}
            sorts={[]}
            searchless
            searchHint=""
            loading={false}
          />
          {exceptions.length === 0 ? (
            <EmptyBody
              title={t(`reconciliation:empty.${state}.title`)}
              body={t(`reconciliation:empty.${state}.body`)}
            />
          ) : (
            <>
              <FindingRows
                findings={exceptions}
                busy={busy}
                onSetAside={(id, note) => {
                  send({ act: 'setAside', id, note }, t('reconciliation:aside.done'), {
                    payload: { act: 'putBack', id },
                    text: t('reconciliation:aside.back'),
                  });
                }}
                onPutBack={(id) => {
                  send({ act: 'putBack', id }, t('reconciliation:aside.back'));
                }}
              />
              <ListFoot
                page={page}
                rows={exceptions.length}
                shown={exceptions.length}
                checkedAt={undefined}
                change={list.change}
              />
            </>
          )}
        </Card>
      </Stack>
    </ScreenPage>
  );
}
