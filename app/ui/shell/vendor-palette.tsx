import { Badge, Icon } from '@shopify/polaris';
import { GlobeIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Money } from '../money/money.tsx';
import { Avatar } from '../components/picture.tsx';
import { fetchSwitchableVendors, type SwitchableVendors } from '../session/session-calls.ts';
import { Palette, type PaletteOption } from './palette.tsx';
import { useShell } from './shell-context.tsx';
import type { SwitchableVendor } from './shell-data.ts';
import { filterVendors, markName } from './vendor-filter.ts';

/** More than these are found by typing. */
const SHOWN = 50;

/** The vendors, asked for whenever the switcher is opened: a store has more of them than a page should carry along. */
function useSwitchableVendors(isOpen: boolean): Partial<SwitchableVendors> & { hasFailed: boolean } {
  const [answer, setAnswer] = useState<SwitchableVendors | 'failed'>();
  useEffect(() => {
    if (!isOpen) return;
    fetchSwitchableVendors().then(setAnswer, () => {
      // What was found before is better than nothing.
      setAnswer((before) => before ?? 'failed');
    });
  }, [isOpen]);
  return answer === 'failed' ? { hasFailed: true } : { ...answer, hasFailed: false };
}

/** The list that the switcher opens: the marketplace view, and vendors by their names. */
export function VendorPalette(props: {
  open: boolean;
  onClose: () => void;
  /** Null is the marketplace view. */
  onChoose: (vendor: SwitchableVendor | null) => void;
}) {
  const t = useText();
  const { viewer } = useShell();
  const { vendors = [], count, hasFailed } = useSwitchableVendors(props.open);
  const isLoaded = count !== undefined;
  const options = (typed: string): PaletteOption[] => {
    const marketplace: PaletteOption = {
      id: 'marketplace',
      picture: (
        <span className="souk-avatar souk-avatar-medium souk-avatar-all">
          <Icon source={GlobeIcon} />
        </span>
      ),
      title: t('shell:switcher.marketplaceView'),
      line: count === undefined ? undefined : t('shell:switcher.all', { count }),
      end: viewer.vendor === null ? <Badge tone="info">{t('shell:switcher.current')}</Badge> : undefined,
      choose: () => {
        props.onChoose(null);
      },
    };
    const shown = filterVendors(vendors, typed).slice(0, SHOWN);
    return [marketplace, ...shown.map((vendor) => vendorOption(vendor, typed))];
  };
  const vendorOption = (vendor: SwitchableVendor, typed: string): PaletteOption => ({
    id: vendor.id,
    picture: <Avatar name={vendor.name} />,
    title: markName(vendor.name, typed).map((part, index) =>
      part.hit ? <mark key={index}>{part.text}</mark> : part.text,
    ),
    line: `${t('shell:switcher.orders', { count: vendor.orders })}, ${t('shell:switcher.products', { count: vendor.products })}`,
    end:
      viewer.vendor?.id === vendor.id ? (
        <Badge tone="info">{t('shell:switcher.current')}</Badge>
      ) : vendor.due ? (
        <>
          <span>{t('shell:switcher.due')}</span>
          <Money value={vendor.due} />
        </>
      ) : undefined,
    choose: () => {
      props.onChoose(vendor);
    },
  });
  return (
    <Palette
      open={props.open}
      onClose={props.onClose}
      title={t('shell:switcher.title')}
      placeholder={t('shell:switcher.search')}
      options={options}
      nothing={(typed) => t('shell:switcher.none', { q: typed })}
      foot={
        isLoaded ? (
          <>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('shell:switcher.move')} <kbd>Enter</kbd> {t('shell:switcher.open')}
          </>
        ) : (
          <span role="status">{t(hasFailed ? 'shell:switcher.notLoaded' : 'shell:loading')}</span>
        )
      }
      isLoading={!isLoaded && !hasFailed}
    />
  );
}
