import { Link } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Sparkline } from '#app/ui/components/sparkline.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { HomeFigures } from '../dashboard.contract.ts';
import { Change, FigureValue } from './figures.tsx';
import { useDayText } from './use-day-text.ts';
import { useLists } from './use-lists.ts';
import { FiguresHead } from './figures-head.tsx';
import './dashboard.css';

const MARKETPLACE_FIGURES = ['sales', 'commission', 'orders', 'refunds'] as const;
const VENDOR_FIGURES = ['earnings', 'sales', 'orders', 'refunds'] as const;
type Name = (typeof MARKETPLACE_FIGURES)[number] | (typeof VENDOR_FIGURES)[number];

/** Four figures of the last 30 days, each with its line, and the way to everything further. */
export function HomeFiguresCard({ figures, isMarketplace }: { figures: HomeFigures; isMarketplace: boolean }) {
  const t = useText();
  const dayText = useDayText();
  const lists = useLists(figures.range);
  const names: readonly Name[] = isMarketplace ? MARKETPLACE_FIGURES : VENDOR_FIGURES;
  const label = (name: Name) =>
    t(name === 'orders' && isMarketplace ? 'dashboard:home.vendorOrders' : `dashboard:figure.${name}.name`);
  const urls: Record<Name, string> = {
    sales: lists.paid,
    commission: lists.paid,
    earnings: lists.all,
    refunds: lists.paid,
    orders: lists.orders,
  };
  return (
    <SectionCard title={t('dashboard:home.title')} aside={<Link url="/analytics">{t('dashboard:home.more')}</Link>}>
      <dl className="souk-home-figures">
        {names.map((name) => (
          <div key={name}>
            <dt>
              <Link url={urls[name]} removeUnderline>
                {label(name)}
              </Link>
            </dt>
            <dd>
              <FigureValue value={figures.current[name]} />
            </dd>
            <dd>
              <Sparkline values={figures.days.map((one) => toNumber(one[name]))} />
            </dd>
            <dd className="souk-note">
              <Change current={figures.current[name]} before={figures.before[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <table className="souk-hidden">
        <caption>{t('dashboard:table.caption')}</caption>
        <FiguresHead of={t('dashboard:table.day')} names={names} label={label} />
        <tbody>
          {figures.days.map((one) => (
            <tr key={one.day}>
              <th scope="row">{dayText(one.day)}</th>
              {names.map((name) => (
                <td key={name}>
                  <DayValue value={one[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  );
}

type Value = HomeFigures['days'][number][Name];

const toNumber = (value: Value): number => (typeof value === 'number' ? value : Number(value.amount));

function DayValue({ value }: { value: Value }) {
  const format = useFormat();
  return typeof value === 'number' ? format.number(value) : <Money value={value} />;
}
