import { BlockStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { Picture } from '#app/ui/components/picture.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { ProductDto } from '../../products.contract.ts';
import type { ListingReviewDto } from '../../review/review-view.ts';
import { useRateText } from './review-cards.tsx';

/** Variants that are shown; a listing with more says how many there are besides. */
const MAX_SHOWN_VARIANTS = 30;

/** A whole listing as it would be sold, to read: pictures, texts, and what each variant costs and earns. */
export function ListingView({ product, review }: { product: ProductDto; review: ListingReviewDto }) {
  const t = useText();
  const shownSeo = [product.seo.title, product.seo.description].filter((text) => text !== '');
  return (
    <BlockStack gap="400">
      <SectionCard title={t('review:listing.title')}>
        {product.media.length === 0 ? (
          <Text as="p" tone="subdued">
            {t('changes:review.noPictures')}
          </Text>
        ) : (
          <ul className="review-pictures" aria-label={t('changes:field.media')}>
            {product.media.map((medium) => (
              <li key={medium.id}>
                <Picture src={medium.src ?? undefined} size={96} />
                <span className="souk-hidden">{medium.alt === '' ? t('changes:review.picture') : medium.alt}</span>
              </li>
            ))}
          </ul>
        )}
        <div className="change-text">
          {review.description === '' ? (
            <Text as="p" tone="subdued">
              {t('review:listing.noDescription')}
            </Text>
          ) : (
            review.description
          )}
        </div>
      </SectionCard>
      <Variants product={product} review={review} />
      {review.specifications.length > 0 ? (
        <SectionCard title={t('changes:field.specifications')}>
          <Facts facts={review.specifications} />
        </SectionCard>
      ) : null}
      {shownSeo.length > 0 ? (
        <SectionCard title={t('review:listing.seo')}>
          {shownSeo.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </SectionCard>
      ) : null}
    </BlockStack>
  );
}

function Variants({ product, review }: { product: ProductDto; review: ListingReviewDto }) {
  const t = useText();
  const format = useFormat();
  const rateText = useRateText();
  const shown = product.variants.slice(0, MAX_SHOWN_VARIANTS);
  const more = product.variants.length - shown.length;
  const first = shown[0] && review.earnings[shown[0].id];
  return (
    <SectionCard title={t('products:variants.title')} flush>
      {/* What scrolls must be reached with the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="review-scroll" role="region" aria-label={t('products:variants.title')} tabIndex={0}>
        <table className="review-table">
          <thead>
            <tr>
              <th scope="col">{t('products:variants.variant')}</th>
              <th scope="col" className="souk-cell-end">
                {t('products:column.price')}
              </th>
              {first ? (
                <>
                  <th scope="col" className="souk-cell-end">
                    {t('review:earnings.commission')}
                  </th>
                  <th scope="col" className="souk-cell-end">
                    {t('review:earnings.vendor')}
                  </th>
                </>
              ) : null}
              <th scope="col" className="review-wide souk-cell-end">
                {t('products:column.stock')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((variant) => {
              const earnings = review.earnings[variant.id];
              return (
                <tr key={variant.id}>
                  <th scope="row">
                    {variant.options.length === 0 ? t('products:variants.plain') : variant.title}
                    {variant.sku === '' ? null : <span className="souk-note">{variant.sku}</span>}
                  </th>
                  <td className="souk-cell-end">
                    <Money value={{ amount: variant.price, currency: product.currency }} />
                    {variant.compareAt === null ? null : (
                      <span className="souk-note">
                        {t('review:listing.compareAt', {
                          amount: format.money({ amount: variant.compareAt, currency: product.currency }),
                        })}
                      </span>
                    )}
                  </td>
                  {earnings ? (
                    <>
                      <td className="souk-cell-end">
                        <Money value={earnings.commission} />
                        <span className="souk-note">{rateText(earnings)}</span>
                      </td>
                      <td className="souk-cell-end">
                        <Money value={earnings.earns} bold />
                      </td>
                    </>
                  ) : null}
                  <td className="review-wide souk-cell-end">
                    {variant.trackStock ? format.number(variant.stock) : t('products:variants.untracked')}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="review-foot">
        {more > 0 ? <p>{t('review:listing.moreVariants', { count: more })}</p> : null}
        {first ? <p>{t('review:earnings.note')}</p> : null}
      </div>
    </SectionCard>
  );
}
