import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';
import { invariant } from '#app/core/invariant.ts';
import type { Permission } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { formatCountry } from '../i18n/country.ts';
import { findTranslator } from '../i18n/translator.ts';
import { TextContext } from '../i18n/use-text.ts';
import { formatAmount, formatMoney, formatNumber, formatPercent, formatTenThousandths } from '../money/format.ts';
import type { DateStyle } from '../time/format.ts';
import { layoutPath, type Layout } from './layout.ts';
import type { LayoutData, ShellData } from './shell-data.ts';

type Surroundings = { layout: Layout; data: LayoutData; shell: ShellData | undefined };

const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

/** Gives a surface's data and the viewer's language to everything below it. */
export function ShellProvider(props: { layout: Layout; data: LayoutData | ShellData; children: ReactNode }) {
  const { layout, data, children } = props;
  const value = useMemo(() => ({ layout, data, shell: 'viewer' in data ? data : undefined }), [layout, data]);
  const wordings = JSON.stringify(data.wordings);
  const texts = useMemo(
    () => ({ t: findTranslator(data.locale, JSON.parse(wordings) as LayoutData['wordings']), locale: data.locale }),
    [data.locale, wordings],
  );
  return (
    <SurroundingsContext.Provider value={value}>
      <TextContext.Provider value={texts}>{children}</TextContext.Provider>
    </SurroundingsContext.Provider>
  );
}

function useSurroundings(): Surroundings {
  const value = useContext(SurroundingsContext);
  invariant(value, 'a part of the kit is rendered outside ShellProvider');
  return value;
}

/** For the kit only: which layout surrounds it. */
export function useLayout(): Layout {
  return useSurroundings().layout;
}

/** The store, its look and the language; known in every layout. */
export function useLayoutData(): LayoutData {
  return useSurroundings().data;
}

/** The shell's data, for screens behind a signed-in layout. */
export function useShell(): ShellData {
  const { shell } = useSurroundings();
  invariant(shell, 'a signed-in screen is rendered in the login shell');
  return shell;
}

/** The shell's data where somebody is signed in; the login shell has none. */
export function useOptionalShell(): ShellData | undefined {
  return useSurroundings().shell;
}

/** The currency in which the viewer also reads amounts of the store's; undefined where nothing is converted. */
export function useDisplayCurrency(): ShellData['displayCurrency'] {
  return useSurroundings().shell?.displayCurrency;
}

/** Turns a place (`/orders`) into its address behind the present layout. */
export function useLayoutPath(): (path: string) => string {
  const layout = useLayout();
  return useCallback((path: string) => layoutPath(layout, path), [layout]);
}

/** Whether the viewer may do something: `can('write_orders')`. */
export function useCan(): (permission: Permission) => boolean {
  const { viewer } = useShell();
  return useCallback((permission: Permission) => viewer.permissions.includes(permission), [viewer]);
}

/** Writers of amounts and numbers in the viewer's language. */
export function useFormat() {
  const { locale } = useLayoutData();
  return useMemo(
    () => ({
      money: (value: MoneyDto) => formatMoney(value, locale),
      amount: (value: MoneyDto) => formatAmount(value, locale),
      percent: (percent: number | string) => formatPercent(percent, locale),
      tenThousandths: (value: bigint | string) => formatTenThousandths(value, locale),
      number: (value: number) => formatNumber(value, locale),
      country: (code: string) => formatCountry(code, locale),
    }),
    [locale],
  );
}

/** What the writers of dates need: language, store time zone, and the moment that counts as now. */
export function useDateStyle(): DateStyle {
  const { locale, store, now } = useLayoutData();
  return useMemo(() => ({ locale, timezone: store.timezone, now }), [locale, store.timezone, now]);
}
