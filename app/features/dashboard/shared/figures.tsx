import { Link } from '@shopify/polaris';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useDueName } from '#app/ui/money/use-due-name.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { changeInPercent } from '../dashboard.ts';
import type { AnalyticsDto } from '../dashboard.contract.ts';
import { useLists } from './use-lists.ts';

type FigureName =
  'sales' | 'refunds' | 'earnings' | 'commission' | 'due' | 'orders' | 'units' | 'averageOrder' | 'newVendors';
type Value = MoneyDto | number | null;
type Figure = { name: FigureName; current: Value; before: Value; url: string };

type FiguresProps = { dashboard: AnalyticsDto; transactions: AnalyticsDto['transactions'][number] };

/** The figures of one currency, each with what it is, what it was before, and the list it adds up from. */
export function Figures({ dashboard, transactions }: FiguresProps) {
  const t = useText();
  const dueName = useDueName();
  const lists = useLists(dashboard.range);
  const { marketplace } = dashboard;
  const { current, before } = transactions;
  const figure = (name: Exclude<FigureName, 'newVendors'>, url: string): Figure => ({
    name,
    current: current[name],
    before: before[name],
    url,
  });
  const isOwn = dashboard.transactions[0]?.currency === transactions.currency;
  const figures: Figure[] = [
    figure('sales', lists.paid),
    figure('refunds', lists.paid),
    ...(marketplace ? [figure('commission', lists.paid)] : []),
    figure('earnings', lists.all),
    figure('due', lists.due),
    figure('orders', lists.orders),
    figure('units', lists.orders),
    figure('averageOrder', lists.orders),
    ...(marketplace && isOwn
      ? [
          {
            name: 'newVendors' as const,
            current: marketplace.newVendors,
            before: marketplace.newVendorsBefore,
            url: '/vendors',
          },
        ]
      : []),
  ];
  return (
    <dl className="souk-figures">
      {figures.map((one) => (
        <div key={one.name}>
          <dt>
            <Link url={one.url}>{one.name === 'due' ? dueName : t(`dashboard:figure.${one.name}.name`)}</Link>
          </dt>
          <dd>
            <FigureValue value={one.current} />
          </dd>
          <dd className="souk-note">
            <Change current={one.current} before={one.before} />
          </dd>
          {/* What a figure means is said once, not again for each further currency. */}
          {isOwn ? (
            <dd className="souk-note">
              {marketplace && hasOwnWords(one.name)
                ? t(`dashboard:figure.${one.name}.ofMarketplace`)
                : t(`dashboard:figure.${one.name}.about`)}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

const hasOwnWords = (name: FigureName): name is 'earnings' | 'due' => name === 'earnings' || name === 'due';

/** A figure in words: an amount, a number, or a dash where there is none. */
export function FigureValue({ value }: { value: Value }) {
  const format = useFormat();
  if (value === null) return <span className="souk-mid">–</span>;
  if (typeof value === 'number') return <span className="souk-mid souk-num">{format.number(value)}</span>;
  return <Money value={value} size="mid" />;
}

/** By how much a figure changed against the days before; nothing where there was nothing to compare it with. */
export function Change({ current, before }: { current: Value; before: Value }) {
  const t = useText();
  const format = useFormat();
  const text = (value: Value): string =>
    value === null ? '–' : typeof value === 'number' ? format.number(value) : format.money(value);
  if (before === null) return null;
  const percent = changeInPercent(computeMinor(current), computeMinor(before));
  if (percent === null) return null;
  if (percent === 0) return t('dashboard:change.same', { before: text(before) });
  return t(percent > 0 ? 'dashboard:change.more' : 'dashboard:change.less', {
    percent: format.percent(Math.abs(percent)),
    before: text(before),
  });
}

/** A figure as a whole number that can be compared with another of its kind. */
function computeMinor(value: Value): bigint {
  if (value === null) return 0n;
  return typeof value === 'number' ? BigInt(value) : BigInt(value.amount.replace('.', ''));
}
