import { Icon } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';

/** A small picture of a thing, with a quiet stand-in while there is none. Decoration: the name stands beside it. */
export function Picture({ src, size = 40 }: { src: string | undefined; size?: 32 | 40 | 44 | 64 | 96 }) {
  return (
    <span className={`souk-picture souk-picture-${String(size)}`}>
      {src ? (
        <img src={src} alt="" loading="lazy" width={size} height={size} />
      ) : (
        <Icon source={ImageIcon} tone="subdued" />
      )}
    </span>
  );
}

/** The initials of a name on one of six quiet colours; the same name always has the same one. */
export function Avatar({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' }) {
  return (
    <span className={`souk-avatar souk-avatar-${size} souk-avatar-${String(computeColour(name))}`} aria-hidden="true">
      {formatInitials(name)}
    </span>
  );
}

/** Up to two initials: "Atelier Nour" → "AN". */
export function formatInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .map((word) => Array.from(word ?? '').find((char) => /[\p{L}\p{N}]/u.test(char)) ?? '')
    .join('')
    .toLocaleUpperCase();
}

function computeColour(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % 6;
}
