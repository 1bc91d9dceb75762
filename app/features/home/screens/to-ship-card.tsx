import { Button, Link } from '@shopify/polaris';
import { joinSentences } from '#app/ui/i18n/sentences.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Picture } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { OrderToShip, VendorHome } from '../home.contract.ts';

/** The orders that have to leave first, each with its picture, its age and until when; all of them are behind the link. */
export function ToShipCard({ toShip, mayShip }: { toShip: NonNullable<VendorHome['toShip']>; mayShip: boolean }) {
  const t = useText();
  return (
    <SectionCard
      flush
      title={t('home:task.ordersToShip', { count: toShip.count })}
      aside={<Link url="/orders?view=ship">{t('home:ship.see')}</Link>}
    >
      <ul className="souk-to-ship" aria-label={t('home:ship.title')}>
        {toShip.rows.map((row) => (
          <li key={row.orderId}>
            <Picture src={row.imageUrl ?? undefined} size={44} />
            <Words row={row} />
            <span className="souk-to-ship-end">
              {row.earns ? <Money value={row.earns} bold /> : null}
              <Badge row={row} />
            </span>
            <OpenButton row={row} canShip={mayShip && !row.isUnpaid} />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** Leads to the order's form of its shipment, or to the order where it cannot be shipped. */
function OpenButton({ row, canShip }: { row: OrderToShip; canShip: boolean }) {
  const t = useText();
  return (
    <Button
      url={`/orders/${row.orderId}?view=ship${canShip ? '#ship' : ''}`}
      accessibilityLabel={t(canShip ? 'home:ship.actNamed' : 'home:ship.openNamed', { name: row.name })}
    >
      {t(canShip ? 'home:ship.act' : 'home:open')}
    </Button>
  );
}

function Words({ row }: { row: OrderToShip }) {
  const t = useText();
  const when = useWhen();
  const others = row.items - 1;
  return (
    <span className="souk-to-ship-text">
      <b>
        <Link url={`/orders/${row.orderId}?view=ship`} removeUnderline>
          {row.name}
        </Link>
      </b>
      <span>
        {row.title ?? ''}
        {others > 0 ? ` ${t('home:ship.more', { count: others })}` : ''}
      </span>
      <span className="souk-note">
        {joinSentences([
          t('home:ship.ordered', { when: when(row.orderedAt, 'inText') }),
          row.isUnpaid
            ? t('home:ship.unpaid')
            : t(row.isLate ? 'home:ship.wasBy' : 'home:ship.by', { when: when(row.shipBy, 'inText') }),
        ])}
      </span>
    </span>
  );
}

function Badge({ row: { isUnpaid, isLate, isPartlyShipped } }: { row: OrderToShip }) {
  if (isUnpaid) return <StatusBadge status="notDueYet" />;
  if (isLate) return <StatusBadge status="late" />;
  return <StatusBadge status={isPartlyShipped ? 'partShipped' : 'unfulfilled'} />;
}
