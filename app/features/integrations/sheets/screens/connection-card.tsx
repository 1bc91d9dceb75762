import { Badge, Banner, BlockStack, Button, InlineStack, Link } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { MAX_ROWS } from '#app/features/products/import/product-import.ts';
import type { SheetConnectionDto } from '../sheets.contract.ts';

/** How the connection stands and how its last sync went. */
export function ConnectionCard({ connection, canEdit }: { connection: SheetConnectionDto; canEdit: boolean }) {
  const t = useText();
  const format = useFormat();
  const { url, title, state, problem, rows, isRunning, syncedAt, nextAt } = connection;
  const taken = rows.created + rows.updated + rows.unchanged;
  const status = isRunning && state === 'active' ? 'running' : state;
  return (
    <SectionCard
      title={title}
      aside={
        <Badge tone={status === 'paused' ? 'critical' : status === 'running' ? 'info' : 'success'}>
          {t(`sheets:state.${status}`)}
        </Badge>
      }
    >
      <BlockStack gap="400">
        {problem ? (
          <Banner tone={state === 'paused' ? 'critical' : 'warning'}>
            {t(`sheets:problem.${problem}`, { rows: format.number(MAX_ROWS) })}
          </Banner>
        ) : null}
        <Facts
          facts={[
            { label: t('sheets:lastSync'), value: syncedAt ? <When at={syncedAt} /> : t('sheets:never') },
            ...(nextAt ? [{ label: t('sheets:nextSync'), value: <When at={nextAt} /> }] : []),
            { label: t('sheets:rows'), value: format.number(taken) },
            { label: t('sheets:missing'), value: format.number(rows.missing) },
            { label: t('sheets:orderLines'), value: format.number(connection.orderLines) },
            { label: t('sheets:shipped'), value: format.number(connection.shipped) },
            { label: t('sheets:connectedBy'), value: connection.connectedBy },
          ]}
        />
        <Link url={url} target="_blank">
          {t('sheets:open')}
        </Link>
        {canEdit ? <Actions connection={connection} /> : null}
      </BlockStack>
    </SectionCard>
  );
}

function Actions({ connection: { url, state } }: { connection: SheetConnectionDto }) {
  const t = useText();
  const confirm = useConfirm();
  const isPaused = state === 'paused';
  const sync = useForm({
    initial: {},
    toPayload: () => (isPaused ? { url } : { sync: true }),
    method: isPaused ? 'put' : 'post',
    done: t(isPaused ? 'sheets:connect.done' : 'sheets:syncStarted'),
  });
  const remove = useForm({
    initial: {},
    toPayload: () => ({ remove: true }),
    method: 'delete',
    done: t('sheets:disconnected'),
  });
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('sheets:disconnectTitle'),
      body: t('sheets:disconnectBody'),
      action: t('sheets:disconnect'),
      destructive: true,
    });
    if (isSure) remove.submit();
  };
  const failure = sync.formError ?? remove.formError ?? sync.errorAt('url');
  return (
    <BlockStack gap="300">
      {failure ? <Banner tone="critical">{failure}</Banner> : null}
      <InlineStack gap="300">
        <Button variant="primary" loading={sync.saving} onClick={sync.submit}>
          {t(isPaused ? 'sheets:again' : 'sheets:sync')}
        </Button>
        <Button tone="critical" variant="plain" loading={remove.saving} onClick={() => void ask()}>
          {t('sheets:disconnect')}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
