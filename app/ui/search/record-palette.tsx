import { PersonIcon, PlusIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
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
import { useCan, useLayoutPath, useShell } from '../shell/shell-context.tsx';
import { usePlaces } from '../shell/use-places.ts';
import { useSearchHint } from './use-search-hint.ts';

const SEARCH_DELAY_MS = 200;
/** Shorter texts find too much to be of use. */
const MIN_CHARACTERS = 2;
/** The calls of the lists take no longer texts. */
const MAX_CHARACTERS = 100;

/** Records first, then what can be begun, then places: what is found while somebody types, with its status and amount. */
export function RecordPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const { hits, isSearching, hasFailed } = useHits(open ? typed : '');
  const recordOptions = useRecordOptions();
  const actions = useActions();
  const placeOptions = usePlaceOptions();
  return (
    <Palette
      open={open}
      onClose={() => {
        setTyped('');
        onClose();
      }}
      onType={setTyped}
      title={t('shell:search.label')}
      placeholder={useSearchHint()}
      options={(text) => {
        const q = text.trim();
        return [...(q === '' || !hits ? [] : recordOptions(hits)), ...actions(q), ...placeOptions(q)];
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

/** What can be begun from anywhere, where the viewer may. */
function useActions(): (q: string) => PaletteOption[] {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const can = useCan();
  const { places } = usePlaces();
  const has = (id: Place['id']) => places.some((place) => place.id === id);
  const actions = [
    { id: 'product', isOpen: has('products') && can('write_products'), url: '/products/new', icon: PlusIcon },
    { id: 'discount', isOpen: has('discounts') && can('write_products'), url: '/discounts/new', icon: PlusIcon },
    { id: 'vendor', isOpen: has('vendors'), url: '/vendors?invite=1', icon: PersonIcon },
    { id: 'pay', isOpen: has('payouts'), url: '/payouts/pay', icon: PlusIcon },
  ] as const;
  return (q) =>
    actions.flatMap(({ id, isOpen, url, icon }) => {
      const title = t(`lists:actions.${id}`);
      if (!isOpen || !foldForSearch(title).includes(foldForSearch(q))) return [];
      const choose = (): void => {
        navigate(path(url));
      };
      return [{ id: `do-${id}`, picture: <IconTile icon={icon} />, title, choose }];
    });
}

/** Lists that are searched for the text, and places whose name holds it. */
function usePlaceOptions(): (q: string) => PaletteOption[] {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { places } = usePlaces();
  return (q) => {
    const searches = q === '' ? [] : places.filter((place) => place.searchable);
    const named = places.filter((place) => foldForSearch(placeLabel(t, place)).includes(foldForSearch(q)));
    return [
      ...named.map((place) => ({
        id: `go-${place.id}`,
        picture: <IconTile icon={place.icon} />,
        title: t('shell:search.goTo', { place: placeLabel(t, place) }),
        choose: () => {
          navigate(path(place.path));
        },
      })),
      ...searches.map((place) => ({
        id: `search-${place.id}`,
        picture: <IconTile icon={place.icon} />,
        title: t('shell:search.in', { q, place: placeLabel(t, place) }),
        choose: () => {
          navigate(`${path(place.path)}?q=${encodeURIComponent(q)}`);
        },
      })),
    ];
  };
}
