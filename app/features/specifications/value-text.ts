import { isMeasure, readParts } from './measured-value.ts';
import { plainRichText, readRichText } from './rich-text-value.ts';
import { listIn } from './specification.ts';

/** A value as people read it in one line; what is no value of its type stays as it is written. */
export function readableValue(type: string, value: string): string {
  if (value === '') return '';
  if (type.startsWith('list.')) {
    const items = listIn(value);
    return items.length > 0 ? items.join(', ') : value;
  }
  if (type === 'rich_text_field') {
    const root = readRichText(value);
    return root ? plainRichText(root).replace(/\s+/g, ' ').trim() : value;
  }
  const parts = isMeasure(type) || type === 'money' || type === 'rating' ? readParts(value) : undefined;
  if (!parts) return value;
  if (type === 'money') return `${parts.amount ?? ''} ${parts.currency_code ?? ''}`;
  if (type === 'rating') return `${parts.value ?? ''} / ${parts.scale_max ?? ''}`;
  return `${parts.value ?? ''} ${parts.unit ?? ''}`;
}
