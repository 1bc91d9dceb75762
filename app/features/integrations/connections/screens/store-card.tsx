import { Badge, Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { OwnStoreDto } from '../connections.contract.ts';

type StoreCardProps = { store: OwnStoreDto; canEdit: boolean; canCompare: boolean };

/** How the connection to the vendor's own store stands, and how its last sync went. */
export function StoreCard({ store, canEdit, canCompare }: StoreCardProps) {
  const t = useText();
  const format = useFormat();
  const pathOf = useLayoutPath();
  const { shop, state, problem, products, isRunning, syncedAt, nextAt } = store;
  const inStep = products.created + products.updated + products.unchanged;
  const status = isRunning && state === 'active' ? 'running' : state;
  return (
    <SectionCard
      title={shop}
      aside={
        <Badge tone={status === 'paused' ? 'critical' : status === 'running' ? 'info' : 'success'}>
          {t(`integrations:state.${status}`)}
        </Badge>
      }
    >
      <BlockStack gap="400">
        {problem ? (
          <Banner tone={state === 'paused' ? 'critical' : 'warning'}>{t(`integrations:problem.${problem}`)}</Banner>
        ) : null}
        <Facts
          facts={[
            { label: t('integrations:lastSync'), value: syncedAt ? <When at={syncedAt} /> : t('integrations:never') },
            ...(nextAt ? [{ label: t('integrations:nextSync'), value: <When at={nextAt} /> }] : []),
            { label: t('integrations:inStep'), value: format.number(inStep) },
            { label: t('integrations:refused'), value: format.number(products.refused) },
            { label: t('integrations:missing'), value: format.number(products.missing) },
            { label: t('integrations:differences.title'), value: format.number(store.differences) },
            { label: t('integrations:connectedBy'), value: store.connectedBy },
          ]}
        />
        <InlineStack gap="300">
          {state === 'active' ? (
            <Button variant="primary" url={pathOf('/settings/integrations/products')}>
              {t('integrations:choose')}
            </Button>
          ) : null}
          {store.differences > 0 ? (
            <Button url={pathOf('/settings/integrations/differences')}>{t('integrations:differences.open')}</Button>
          ) : null}
          {state === 'active' && canCompare ? <CompareNow isRunning={isRunning} /> : null}
          {canEdit ? <Disconnect /> : null}
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

/** Looks at all products now, instead of within the hour. */
function CompareNow({ isRunning }: { isRunning: boolean }) {
  const t = useText();
  const pathOf = useLayoutPath();
  const { busy, send } = useAction({ action: pathOf('/settings/integrations/products') });
  return (
    <Button
      loading={busy}
      disabled={isRunning}
      onClick={() => {
        send({}, t('integrations:comparing'), undefined, { method: 'put' });
      }}
    >
      {t('integrations:compare')}
    </Button>
  );
}

function Disconnect() {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    toPayload: () => ({ store: true }),
    method: 'delete',
    done: t('integrations:disconnected'),
  });
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('integrations:disconnectTitle'),
      body: t('integrations:disconnectBody'),
      action: t('integrations:disconnect'),
      destructive: true,
    });
    if (isSure) form.submit();
  };
  return (
    <>
      <Button tone="critical" variant="plain" loading={form.saving} onClick={() => void ask()}>
        {t('integrations:disconnect')}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </>
  );
}
