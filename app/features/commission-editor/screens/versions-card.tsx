import { Button } from '@shopify/polaris';
import type { VersionDto } from '#app/features/commissions/commissions.contract.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { When } from '#app/ui/time/when.tsx';
import { toRows, type CommissionRow } from './commission-form.ts';

/** Earlier versions of a list, who saved them and when; one can be put into the fields again, and is saved like any change. */
export function VersionsCard(props: {
  versions: readonly VersionDto[];
  onPick: (rows: readonly CommissionRow[]) => void;
}) {
  const { versions, onPick } = props;
  const t = useText();
  const [inForce, ...earlier] = versions;
  if (!inForce) return null;
  return (
    <SectionCard title={t('commissions:versions.title')} flush>
      <Rows
        label={t('commissions:versions.title')}
        rows={[inForce, ...earlier].map((one, index) => ({
          id: String(one.version),
          title: t('commissions:versions.version', { version: one.version }),
          aside: index === 0 ? t('commissions:versions.inForce') : null,
          line: (
            <>
              {t('commissions:savedBy', { name: one.savedBy })} · <When at={one.savedAt} />
            </>
          ),
          ...(index === 0
            ? {}
            : {
                end: (
                  <Button
                    variant="plain"
                    accessibilityLabel={t('commissions:versions.pickLabel', { version: one.version })}
                    onClick={() => {
                      onPick(toRows(one.commissions));
                    }}
                  >
                    {t('commissions:versions.pick')}
                  </Button>
                ),
              }),
        }))}
      />
    </SectionCard>
  );
}
