import { Button, InlineStack, Link } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import { useFormat, useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { useVendorSwitcher } from '#app/ui/shell/vendor-switcher.tsx';
import type { Beginning } from '../home.contract.ts';

/** The names that the store's products carry, each a press away from being a vendor, and how the marketplace looks to others. */
export function BrandsCard({ beginning: { brands, count } }: { beginning: Beginning }) {
  const t = useText();
  const format = useFormat();
  const { store } = useLayoutData();
  const switcher = useVendorSwitcher();
  const [first] = brands;
  return (
    <SectionCard
      flush
      title={t('home:brands.title', { count })}
      aside={<Link url="/vendors?view=without">{t('home:ship.see')}</Link>}
    >
      <ul className="souk-to-ship" aria-label={t('home:brands.list')}>
        {brands.map((brand) => (
          <li key={brand.id}>
            <Avatar name={brand.name} size="small" />
            <span className="souk-to-ship-text">
              <b>{brand.name}</b>
              <span className="souk-note">
                {[
                  t('home:brands.products', { count: brand.products, number: format.number(brand.products) }),
                  t('home:brands.orders', { count: brand.orders, number: format.number(brand.orders) }),
                ].join(' · ')}
              </span>
            </span>
            <Button
              url={`/vendors?${new URLSearchParams({ invite: brand.name }).toString()}`}
              accessibilityLabel={t('home:brands.makeNamed', { name: brand.name })}
            >
              {t('home:brands.make')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="souk-notices-more">
        <InlineStack gap="400">
          {first ? (
            <Button
              variant="plain"
              onClick={() => {
                switcher.choose(first.id, first.name);
              }}
            >
              {t('home:brands.asVendor')}
            </Button>
          ) : null}
          <Link url={`https://${store.domain}`} target="_blank">
            {t('home:brands.asBuyer')}
          </Link>
        </InlineStack>
      </div>
    </SectionCard>
  );
}
