import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Picture } from '#app/ui/components/picture.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import type { ChangeFieldDto } from '../../review/product-changes.contract.ts';
import { comparable, diffWords } from '../../review/text-diff.ts';

const TEXTS = new Set<string>(['title', 'description', 'seoTitle', 'seoDescription']);
const AMOUNTS = new Set<string>(['price', 'compareAt']);

/** What is live beside what is wanted, as this field is read best. */
export function ChangeValues({ field }: { field: ChangeFieldDto }) {
  const t = useText();
  const word = useWord(field.field);
  if (field.media) return <MediaValues media={field.media} />;
  return (
    <div className="change-rows" role="table" aria-label={t(`changes:field.${field.field}`)}>
      <div role="row" className="change-row change-head">
        <span role="columnheader">{t('changes:review.before')}</span>
        <span role="columnheader">{t('changes:review.after')}</span>
      </div>
      {field.rows.map((row, index) => (
        <div key={index} role="row" className="change-row">
          {row.label === '' ? null : (
            <span role="rowheader" className="change-label">
              <strong>{row.label}</strong>
            </span>
          )}
          {TEXTS.has(field.field) ? (
            <TextValues field={field.field} before={row.old ?? ''} after={row.new ?? ''} />
          ) : (
            <>
              <span role="cell">
                <del>{word(row.old)}</del>
              </span>
              <span role="cell">
                <ins>{word(row.new)}</ins>
              </span>
            </>
          )}
          {row.live === null ? null : (
            <Text as="p" tone="caution">
              {t('changes:review.live', { value: word(row.live) })}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}

/** A value as a word of the viewer's language. */
function useWord(field: string): (value: string | null) => string {
  const t = useText();
  const format = useFormat();
  const { store } = useShell();
  return (value) => {
    if (value === null || value === '') return t('changes:review.nothing');
    if (value === 'true') return t('changes:review.yes');
    if (value === 'false') return t('changes:review.no');
    return AMOUNTS.has(field) ? format.money({ amount: value, currency: store.currency }) : value;
  };
}

function TextValues({ field, before, after }: { field: string; before: string; after: string }) {
  const t = useText();
  const [old, now] = field === 'description' ? comparable(before, after) : [before, after];
  const pieces = diffWords(old, now);
  const nothing = <span className="souk-note">{t('changes:review.nothing')}</span>;
  return (
    <>
      <div role="cell" className="change-text">
        {old === '' ? nothing : null}
        {pieces.map((piece, index) =>
          piece.kind === 'new' ? null : piece.kind === 'old' ? (
            <del key={index}>{piece.text}</del>
          ) : (
            <span key={index}>{piece.text}</span>
          ),
        )}
      </div>
      <div role="cell" className="change-text">
        {now === '' ? nothing : null}
        {pieces.map((piece, index) =>
          piece.kind === 'old' ? null : piece.kind === 'new' ? (
            <ins key={index}>{piece.text}</ins>
          ) : (
            <span key={index}>{piece.text}</span>
          ),
        )}
      </div>
    </>
  );
}

type Media = NonNullable<ChangeFieldDto['media']>;

function MediaValues({ media }: { media: Media }) {
  const t = useText();
  return (
    <div className="change-row">
      {(['old', 'new'] as const).map((side) => (
        <div key={side} className="change-text">
          <Text as="p" fontWeight="semibold">
            {t(side === 'old' ? 'changes:review.before' : 'changes:review.after')}
          </Text>
          {media[side].length === 0 ? <p>{t('changes:review.noPictures')}</p> : null}
          <ul className="change-media">
            {media[side].map((one, index) => (
              <li key={`${one.id}-${index}`}>
                <Picture src={one.src ?? undefined} />
                <span>
                  {one.alt === ''
                    ? one.src === null
                      ? t('changes:review.picture')
                      : ''
                    : t('changes:review.alt', { alt: one.alt })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
