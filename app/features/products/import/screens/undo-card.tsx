import { Banner, BlockStack, Button, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Metrics } from '#app/ui/components/layout.tsx';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Link } from '#app/ui/router.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { ImportDto, ImportUndoDto } from '../product-import.contract.ts';
import { useStep } from './use-step.ts';

/** Until when an import can be undone, and the button for it, which asks once. */
export function UndoOffer({ found, until }: { found: ImportDto; until: string }) {
  const t = useText();
  const when = useWhen();
  const confirm = useConfirm();
  const { busy, send } = useStep(found.id);
  const undoAll = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('productImport:undo.confirm', { filename: found.filename }),
      body: t('productImport:undo.consequence'),
      action: t('productImport:undo.action'),
    });
    if (isSure) await send('undo');
  };
  return (
    <div className="product-import-actions">
      <InlineStack gap="200" blockAlign="center">
        <Button loading={busy} onClick={() => void undoAll()}>
          {t('productImport:undo.action')}
        </Button>
        <Text as="p" tone="subdued">
          {t('productImport:undo.until', { date: when(until, 'long') })}
        </Text>
      </InlineStack>
    </div>
  );
}

/** How far the undoing of an import came: what is as before, what stays and why, and another try of what failed. */
export function UndoCard({ found, undo }: { found: ImportDto; undo: ImportUndoDto }) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const { busy, send } = useStep(found.id);
  const { restored = 0, archived = 0, kept = 0 } = found.undone ?? {};
  const figures = { restored, archived, kept, failed: undo.failed };
  const shown = (['restored', 'archived', 'kept', 'failed'] as const).filter(
    (id) => id !== 'failed' || undo.failed > 0,
  );
  return (
    <>
      {undo.state === 'running' ? (
        <Banner
          tone="info"
          title={t('productImport:undo.running', { done: format.number(undo.done), total: format.number(undo.total) })}
        >
          <p id="undo-progress">{t('productImport:undo.goesOn')}</p>
          <ProgressBar
            progress={Math.floor((undo.done / Math.max(1, undo.total)) * 100)}
            size="small"
            ariaLabelledBy="undo-progress"
          />
        </Banner>
      ) : (
        <Banner
          tone={kept + undo.failed === 0 ? 'success' : 'warning'}
          title={t(kept + undo.failed === 0 ? 'productImport:undo.done' : 'productImport:undo.partly')}
        >
          <BlockStack gap="200">
            <Text as="p">{t('productImport:undo.by', { by: undo.by, at: when(undo.at) })}</Text>
            {undo.failed > 0 ? (
              <InlineStack>
                <Button loading={busy} onClick={() => void send('undo')}>
                  {t('productImport:undo.retry')}
                </Button>
              </InlineStack>
            ) : null}
          </BlockStack>
        </Banner>
      )}
      <Metrics
        metrics={shown.map((id) => ({
          id,
          label: t(`productImport:undo.${id}`),
          value: format.number(figures[id]),
        }))}
      />
      {undo.products.length > 0 ? <KeptProducts products={undo.products} more={kept - undo.products.length} /> : null}
      {undo.failures.length > 0 ? (
        <SectionCard title={t('productImport:undo.failures')}>
          <ul className="product-import-issues">
            {undo.failures.map(({ title, ...refusal }, index) => (
              <li key={index}>
                <Text as="span" fontWeight="semibold">
                  {title}
                </Text>{' '}
                {refusalText(t, refusal)}
              </li>
            ))}
          </ul>
        </SectionCard>
      ) : null}
    </>
  );
}

function KeptProducts({ products, more }: { products: ImportUndoDto['products']; more: number }) {
  const t = useText();
  const path = useLayoutPath();
  return (
    <SectionCard title={t('productImport:undo.keptTitle')}>
      <ul className="product-import-issues">
        {products.map(({ title, productId, outcome, kept }, index) => (
          <li key={index}>
            {productId === null || outcome === 'gone' ? (
              title
            ) : (
              <Link to={path(`/products/${productId}`)}>{title}</Link>
            )}
            <ul className="product-import-issues">
              {outcome === 'gone' ? <li>{t('productImport:undo.reason.gone')}</li> : null}
              {kept.map(({ field, variant, reason }, line) => (
                <li key={line}>
                  {[
                    ...(variant === null ? [] : [variant]),
                    ...(field === null ? [] : [t(`productImport:preview.list.field.${field}`)]),
                    t(`productImport:undo.reason.${reason}`),
                  ].join(' · ')}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 ? <Text as="p">{t('productImport:undo.more', { count: more })}</Text> : null}
    </SectionCard>
  );
}
