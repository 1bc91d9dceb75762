/** Whether a text is an address that a browser may open from a page: http or https with a host. */
export function isWebAddress(text: string): boolean {
  if (text.length > 2048 || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.');
}
