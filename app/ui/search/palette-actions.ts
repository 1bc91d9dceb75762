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
  const go = (url: string) => () => {
    navigate(path(url));
  };
  // Each is offered where its place is open to the viewer.
  const actions: (PaletteAction & { place: Place['id'] })[] = [
    ...(can('write_products')
      ? ([
          {
            id: 'product',
            place: 'products',
            icon: PlusIcon,
            title: t('lists:actions.product'),
            run: go('/products/new'),
          },
          {
            id: 'discount',
            place: 'discounts',
            icon: PlusIcon,
            title: t('lists:actions.discount'),
            run: go('/discounts/new'),
          },
        ] as const)
      : []),
    {
      id: 'vendor',
      place: 'vendors',
      icon: PersonIcon,
      title: t('lists:actions.vendor'),
      run: go('/vendors?invite=1'),
    },
    { id: 'pay', place: 'payouts', icon: PlusIcon, title: t('lists:actions.pay'), run: go('/payouts/pay') },
    ...(switcher.canSwitch
      ? ([
          { id: 'switch', place: 'home', icon: StoreIcon, title: t('shell:switcher.title'), run: switcher.open },
        ] as const)
      : []),
    {
      id: 'exportVendors',
      place: 'vendors',
      icon: ExportIcon,
      title: t('lists:actions.exportVendors'),
      run: () => {
        download('/vendors/export.csv', 'vendors.csv');
      },
    },
    {
      id: 'exportSubscribers',
      place: 'subscribers',
      icon: ExportIcon,
      title: t('lists:actions.exportSubscribers'),
      run: () => {
        download('/subscribers/export.csv', 'subscribers.csv');
      },
    },
  ];
  const open = actions.filter(({ place }) => places.some(({ id }) => id === place));
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
    const found = open.filter(({ title }) => foldForSearch(title).includes(folded));
    // Languages are found by their names; nobody reads four lines of them unasked.
    const matching = q === '' ? [] : languages.filter(({ title }) => foldForSearch(title).includes(folded));
    return [...found, ...matching];
  };
}
