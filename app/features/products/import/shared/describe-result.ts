import type { Translate } from '#app/ui/i18n/keys.ts';
import type { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { ImportRowDto } from '../product-import.contract.ts';

/** What became of an import, in a line. */
export function describeResult(t: Translate, format: ReturnType<typeof useFormat>, one: ImportRowDto): string {
  if (one.state === 'open') return t('productImport:earlier.open');
  if (one.state === 'undoing') return t('productImport:earlier.undoing');
  if (one.undone) {
    const { restored, archived, kept } = one.undone;
    return t('productImport:earlier.undone', {
      restored: format.number(restored),
      archived: format.number(archived),
      kept: format.number(kept),
    });
  }
  const figures = [
    ...(one.stopped > 0
      ? [t('productImport:earlier.left', { count: one.stopped, left: format.number(one.stopped) })]
      : []),
    t('productImport:earlier.created', { count: one.created, created: format.number(one.created) }),
    t('productImport:earlier.updated', { count: one.updated, updated: format.number(one.updated) }),
    t('productImport:earlier.refused', { count: one.failedRows, refused: format.number(one.failedRows) }),
  ];
  return figures.join(', ');
}
