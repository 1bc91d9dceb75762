import { BlockStack } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { EmptyCard } from '#app/ui/components/cards.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { DashboardDto } from '../dashboard.contract.ts';
import { RangePicker } from '../shared/range-picker.tsx';
import { TopProducts } from './top-products.tsx';
import '../shared/dashboard.css';

export type TopProductsScreenProps = { range: DashboardDto['range']; products: DashboardDto['topProducts'] };

/** The products that brought the highest sales of chosen days. */
export function TopProductsScreen({ range, products }: TopProductsScreenProps) {
  const t = useText();
  return (
    <ScreenPage title={t('dashboard:products.title')} back={{ label: t('products:title'), url: '/products' }}>
      <BlockStack gap="400">
        <RangePicker key={`${range.from}/${range.to}`} range={range} page="/products/top" />
        {products.length > 0 ? (
          <TopProducts products={products} />
        ) : (
          <EmptyCard title={t('dashboard:chart.empty')} body={t('dashboard:products.about')} />
        )}
      </BlockStack>
    </ScreenPage>
  );
}
