import { isWebAddress } from './text/web-address.ts';

/** What a picture or a film is, as the platform names it. */
export const MEDIA_TYPES = ['IMAGE', 'VIDEO', 'EXTERNAL_VIDEO'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
export type MediaItem = { src: string; contentType: MediaType };

const PREFIX = 'UPLOAD_ME#';

/** A picture or film as it stands in an answer: `UPLOAD_ME#{contentType}#{src}`. */
export function writeMedia({ src, contentType }: MediaItem): string {
  return `${PREFIX}${contentType}#${src}`;
}

/** Reads what `writeMedia` wrote; undefined for another text. */
export function readMedia(text: string): MediaItem | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const [type = '', ...rest] = text.slice(PREFIX.length).split('#');
  const contentType = MEDIA_TYPES.find((one) => one === type);
  const src = rest.join('#');
  return contentType && src !== '' ? { src, contentType } : undefined;
}

/** Where a film of YouTube or Vimeo is embedded from, by the host that its address really names; undefined for others. */
export function videoEmbed(address: string): string | undefined {
  if (!isWebAddress(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  const host = url.hostname.replace(/^(www|m)\./, '');
  const parts = url.pathname.split('/').filter(Boolean);
  if (host === 'youtu.be') return youtube(parts[0]);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    return youtube(['embed', 'shorts', 'live'].includes(parts[0] ?? '') ? parts[1] : url.searchParams.get('v'));
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const id = parts.find((part) => /^\d{4,12}$/.test(part));
    return id && `https://player.vimeo.com/video/${id}`;
  }
  return undefined;
}

function youtube(id: string | null | undefined): string | undefined {
  return id && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined;
}

/** What an address that somebody typed is: a film of a host that we embed, else a picture. */
export function classifyAddress(address: string): MediaItem {
  return { src: address, contentType: videoEmbed(address) ? 'EXTERNAL_VIDEO' : 'IMAGE' };
}
