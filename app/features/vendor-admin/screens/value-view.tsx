import { Link } from '@shopify/polaris';
import type { MediaType } from '#app/core/media.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { MediaPreview } from '#app/ui/forms/media-preview.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { formatTyped } from '#app/ui/time/format.ts';
import type { ShownAnswer } from '#app/features/vendor-profiles/custom-field-values/custom-field-values.contract.ts';

/** One answer as an admin looks at it, by the type of its field. */
export function AnswerView({ answer }: { answer: ShownAnswer }) {
  const t = useText();
  const { locale } = useDateStyle();
  const { type, value, items } = answer;
  const gone = <span className="souk-media-gone">{t('applications:preview.gone')}</span>;
  switch (type) {
    case 'image':
    case 'media':
    case 'list_media':
      return items.length === 0 ? gone : <Pictures items={items} />;
    case 'file':
    case 'product':
      return items[0] ? <Item item={items[0]} /> : gone;
    case 'richtext':
      // Cleaned by the server when it was stored and again when it was read.
      return <div className="souk-rich-text" dangerouslySetInnerHTML={{ __html: String(value) }} />;
    case 'date':
    case 'date_time':
      return formatTyped(String(value), locale);
    default:
      return <PlainAnswer value={value} />;
  }
}

function Pictures({ items }: { items: ShownAnswer['items'] }) {
  return (
    <ul className="souk-media">
      {items.map(({ kind, src, name }, index) => (
        <li key={`${String(index)}-${src}`}>
          <MediaPreview item={{ src, contentType: kind as MediaType }} name={name} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: { item: ShownAnswer['items'][number] }) {
  if (item.kind === 'PRODUCT') return <Link url={`/products/${item.src}`}>{item.name}</Link>;
  return (
    <Link url={item.src} target="_blank">
      {item.name}
    </Link>
  );
}

function PlainAnswer({ value }: { value: ShownAnswer['value'] }) {
  const t = useText();
  if (value === true) return t('applications:preview.yes');
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'string' && isWebAddress(value)) {
    const { host, pathname } = new URL(value);
    return (
      <Link url={value} target="_blank">
        {host + pathname.replace(/\/$/, '')}
      </Link>
    );
  }
  return value === false ? '' : value;
}
