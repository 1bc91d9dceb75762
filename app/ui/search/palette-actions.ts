import { ExportIcon, GlobeIcon, PersonIcon, PlusIcon, StoreIcon } from '@shopify/polaris-icons';
import type { IconSource } from '@shopify/polaris';
import { LOCALES } from '#app/core/viewer.ts';
import { foldForSearch } from '#app/core/text/folding.ts';
import { useText } from '../i18n/use-text.ts';
import { useDownload } from '../page/use-download.ts';
import { useNavigate } from '../router.ts';
import { rememberLocale } from '../session/session-calls.ts';
import { useCan, useLayoutData, useLayoutPath } from '../shell/shell-context.tsx';
import type { Place } from '../shell/places.ts';
import { usePlaces } from '../shell/use-places.ts';
import { useVendorSwitcher } from '../shell/vendor-switcher.tsx';

export type PaletteAction = { id: string; icon: IconSource; title: string; run: () => void };

/** What can be begun from anywhere, where the viewer may: new records, files to take along, another vendor, another language. */
export function useActions(): (q: string) => PaletteAction[] {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const can = useCan();
  const download = useDownload();
  const switcher = useVendorSwitcher();
  const { locale } = useLayoutData();
  const { places } = usePlaces();
  const has = (id: Place['id']) => places.some((place) => place.id === id);
  const go = (url: string) => () => {
    navigate(path(url));
  };
  const actions: (PaletteAction | false)[] = [
    has('products') &&
      can('write_products') && {
        id: 'product',
        icon: PlusIcon,
        title: t('lists:actions.product'),
        run: go('/products/new'),
      },
    has('discounts') &&
      can('write_products') && {
        id: 'discount',
        icon: PlusIcon,
        title: t('lists:actions.discount'),
        run: go('/discounts/new'),
      },
    has('vendors') && {
      id: 'vendor',
      icon: PersonIcon,
      title: t('lists:actions.vendor'),
      run: go('/vendors?invite=1'),
    },
    has('payouts') && { id: 'pay', icon: PlusIcon, title: t('lists:actions.pay'), run: go('/payouts/pay') },
    switcher.canSwitch && {
      id: 'switch',
      icon: StoreIcon,
      title: t('shell:switcher.title'),
      run: switcher.open,
    },
    has('vendors') && {
      id: 'exportVendors',
      icon: ExportIcon,
      title: t('lists:actions.exportVendors'),
      run: () => {
        download('/vendors/export.csv', 'vendors.csv');
      },
    },
    has('subscribers') && {
      id: 'exportSubscribers',
      icon: ExportIcon,
      title: t('lists:actions.exportSubscribers'),
      run: () => {
        download('/subscribers/export.csv', 'subscribers.csv');
      },
    },
  ];
  const languages = LOCALES.filter((one) => one !== locale).map((one) => ({
    id: `language-${one}`,
    icon: GlobeIcon,
    title: `${t('shell:language.label')}: ${t(`shell:language.${one}`)}`,
    run: () => {
      void rememberLocale(one, true);
    },
  }));
  return (q) => {
    const folded = foldForSearch(q);
    const found = actions.filter((action) => action !== false && foldForSearch(action.title).includes(folded));
    // Languages are found by their names; nobody reads four lines of them unasked.
    const languagesFound = q === '' ? [] : languages.filter(({ title }) => foldForSearch(title).includes(folded));
    return [...found.filter((action) => action !== false), ...languagesFound];
  };
}
