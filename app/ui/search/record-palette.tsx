import { ClockIcon, SearchIcon, SettingsIcon } from '@shopify/polaris-icons';
import { useEffect, useMemo, useState } from 'react';
import { foldForSearch } from '#app/core/text/folding.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { Avatar, Picture } from '../components/picture.tsx';
import { StatusBadge, type Status } from '../components/status-badge.tsx';
import { IconTile } from '../components/task-row.tsx';
import { useText } from '../i18n/use-text.ts';
import { Money } from '../money/money.tsx';
import { useNavigate } from '../router.ts';
import { useData } from '../session/use-data.ts';
import { Palette, type PaletteOption } from '../shell/palette.tsx';
import { placeLabel, type Place } from '../shell/places.ts';
import { findRecords, type OrderHit, type ProductHit, type RecordHits, type VendorHit } from './record-hits.ts';
import { useLayoutPath, useShell } from '../shell/shell-context.tsx';
import { usePlaces } from '../shell/use-places.ts';
import { useActions } from './palette-actions.ts';
import { listRecentRecords } from './recent-records.ts';
import type { LoadSettings, SettingsEntry } from './settings-entry.ts';
import { useSearchHint } from './use-search-hint.ts';

const SEARCH_DELAY_MS = 200;
/** Shorter texts find too much to be of use. */
const MIN_CHARACTERS = 2;
/** The calls of the lists take no longer texts. */
const MAX_CHARACTERS = 100;

type RecordPaletteProps = { open: boolean; onClose: () => void; listSettings?: ListSettings | undefined };
type ListSettings = Awaited<ReturnType<LoadSettings>>['listSettingsEntries'];

/** Records first (those opened last, while nothing is typed), then what can be begun, places and settings; each list can be searched. */
export function RecordPalette({ open, onClose, listSettings }: RecordPaletteProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  /** The text whose lists are offered one by one. */
  const [everywhere, setEverywhere] = useState<string>();
  const { hits, isSearching, hasFailed } = useHits(open ? typed : '');
  const recordOptions = useRecordOptions();
  const recentOptions = useRecentOptions();
  const actions = useActions();
  const { placeOptions, listOptions } = usePlaceOptions(listSettings);
  return (
    <Palette
      open={open}
      onClose={() => {
        setTyped('');
        setEverywhere(undefined);
        onClose();
      }}
      onType={(text) => {
        setTyped(text);
        setEverywhere(undefined);
      }}
      title={t('shell:search.label')}
      placeholder={useSearchHint()}
      options={(text) => {
        const q = text.trim();
        if (q !== '' && everywhere === q) return listOptions(q);
        return [
          ...(q === '' ? recentOptions() : hits ? recordOptions(hits) : []),
          ...actions(q).map(({ id, icon, title, run }) => ({
            id: `do-${id}`,
            picture: <IconTile icon={icon} />,
            title,
            choose: run,
          })),
          ...placeOptions(q),
          ...(q === ''
            ? []
            : [
                {
                  id: 'everywhere',
                  picture: <IconTile icon={SearchIcon} />,
                  title: t('lists:everywhere', { q }),
                  keepsOpen: true,
                  choose: () => {
                    setEverywhere(q);
                  },
                },
              ]),
        ];
      }}
      nothing={() => t('shell:search.hint')}
      foot={
        <span role="status">
          {hasFailed ? t('lists:hits.failed') : isSearching ? t('lists:hits.searching') : t('shell:search.hint')}
        </span>
      }
    />
  );
}

/** What is found for a text once the typing pauses; what was found before stays until then. */
function useHits(typed: string): { hits: RecordHits | undefined; isSearching: boolean; hasFailed: boolean } {
  const { viewer } = useShell();
  const { places } = usePlaces();
  const [q, setQ] = useState('');
  const wanted = typed.trim().slice(0, MAX_CHARACTERS);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQ(wanted);
    }, SEARCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [wanted]);
  const has = (id: Place['id']) => places.some((place) => place.id === id);
  const searched = { orders: has('orders'), products: has('products'), vendors: has('vendors') };
  const isRequested = q.length >= MIN_CHARACTERS;
  const found = useData(isRequested ? ['records', viewer.vendor?.id ?? '*', q] : null, () => findRecords(q, searched));
  const [hits, setHits] = useState<RecordHits>();
  if (found.data && found.data !== hits) setHits(found.data);
  return {
    hits: wanted.length < MIN_CHARACTERS ? undefined : hits,
    isSearching: wanted.length >= MIN_CHARACTERS && (q !== wanted || found.isLoading),
    hasFailed: isRequested && found.error !== undefined,
  };
}

const SHIPPED: Readonly<Record<OrderHit['fulfillment'], Status>> = {
  unfulfilled: 'unfulfilled',
  partially_fulfilled: 'partShipped',
  fulfilled: 'fulfilled',
  cancelled: 'cancelled',
};

function toStatus({ status, submission }: ProductHit): Status {
  if (status === 'ARCHIVED') return 'archived';
  if (status !== 'DRAFT') return 'active';
  return submission === 'sent_back' ? 'sentBack' : 'awaitingApproval';
}

const End = ({ status, amounts }: { status?: Status; amounts: readonly MoneyDto[] }) => (
  <>
    {amounts.slice(0, 1).map((amount) => (
      <Money key={amount.currency} value={amount} />
    ))}
    {status ? <StatusBadge status={status} /> : null}
  </>
);

function useRecordOptions(): (hits: RecordHits) => PaletteOption[] {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { viewer } = useShell();
  const isMarketplace = viewer.vendor === null;
  const go = (place: string) => () => {
    navigate(path(place));
  };
  const ofOrder = (order: OrderHit): PaletteOption => ({
    id: `order-${order.id}-${order.vendor.id}`,
    title: order.name,
    line: [t('lists:hits.order'), order.buyer.name, isMarketplace ? order.vendor.name : ''].filter(Boolean).join(' · '),
    end: <End status={SHIPPED[order.fulfillment]} amounts={[order.earnings]} />,
    choose: go(`/orders/${order.id}`),
  });
  const ofProduct = (product: ProductHit): PaletteOption => ({
    id: `product-${product.id}`,
    picture: <Picture src={product.imageUrl ?? undefined} size={32} />,
    title: product.title,
    line: [t('lists:hits.product'), isMarketplace ? product.vendor : ''].filter(Boolean).join(' · '),
    end: <End status={toStatus(product)} amounts={product.price ? [product.price] : []} />,
    choose: go(`/products/${product.id}`),
  });
  const ofVendor = (vendor: VendorHit): PaletteOption => ({
    id: `vendor-${vendor.id}`,
    picture: <Avatar name={vendor.vendor} size="small" />,
    title: vendor.vendor,
    line: t('lists:hits.vendor'),
    end: (
      <End
        amounts={vendor.unpaid}
        {...(vendor.hasAccount ? { status: vendor.hasSignedIn ? ('active' as const) : ('invited' as const) } : {})}
      />
    ),
    choose: go(`/vendors/${vendor.id}`),
  });
  return ({ q, orders, products, vendors }) => {
    const begins = (vendor: VendorHit) => foldForSearch(vendor.vendor).startsWith(foldForSearch(q));
    // A vendor of this name is meant rather than what it sells.
    const [named, others] = [vendors.filter(begins), vendors.filter((vendor) => !begins(vendor))];
    return [...orders.map(ofOrder), ...named.map(ofVendor), ...products.map(ofProduct), ...others.map(ofVendor)];
  };
}

/** The records opened last in this visit. */
function useRecentOptions(): () => PaletteOption[] {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  return () =>
    listRecentRecords().map(({ url, title }) => ({
      id: `recent-${url}`,
      picture: <IconTile icon={ClockIcon} />,
      title,
      line: t('lists:recent'),
      choose: () => {
        navigate(path(url));
      },
    }));
}

/** Places by name and settings by name and words, each once; and the lists that can be searched for a text. */
function usePlaceOptions(listSettings: ListSettings | undefined) {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const shell = useShell();
  const { places } = usePlaces();
  const settings = useMemo(() => listSettings?.(t, shell) ?? [], [listSettings, t, shell]);
  const go = (url: string) => () => {
    navigate(path(url));
  };
  const placeOptions = (q: string): PaletteOption[] => {
    const folded = foldForSearch(q);
    // A row of the settings says more than the place of the same address.
    const rows =
      q === '' ? [] : settings.filter((row) => foldForSearch(`${row.name} ${row.about} ${row.words}`).includes(folded));
    const byName = (row: SettingsEntry): boolean => foldForSearch(row.name).includes(folded);
    const named = places.filter(
      (place) =>
        !(q === '' && place.inSettings) &&
        !rows.some(({ url }) => url === place.path) &&
        foldForSearch(placeLabel(t, place)).includes(folded),
    );
    return [
      ...named.map((place) => ({
        id: `go-${place.id}`,
        picture: <IconTile icon={place.icon} />,
        title: t('shell:search.goTo', { place: placeLabel(t, place) }),
        choose: go(place.path),
      })),
      ...[...rows.filter(byName), ...rows.filter((row) => !byName(row))].map(({ id, url, name, about }) => ({
        id: `set-${id}`,
        picture: <IconTile icon={SettingsIcon} />,
        title: name,
        line: about,
        choose: go(url),
      })),
    ];
  };
  const listOptions = (q: string): PaletteOption[] =>
    places
      .filter((place) => place.searchable)
      .map((place) => ({
        id: `search-${place.id}`,
        picture: <IconTile icon={place.icon} />,
        title: t('shell:search.in', { q, place: placeLabel(t, place) }),
        choose: go(`${place.path}?q=${encodeURIComponent(q)}`),
      }));
  return { placeOptions, listOptions };
}
