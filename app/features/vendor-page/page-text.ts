const BLOCK = /<\/(p|h[2-4]|li|blockquote)>|<br\s*\/?>|<hr\s*\/?>/gi;
const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Whether a description has more than plain paragraphs: then it is edited as it is, so that nothing of it is lost. */
export const isRich = (html: string): boolean => /<(?!\/?(p|br)\b)[a-z]/i.test(html);

/** A description as somebody edits it: plain paragraphs as text with empty lines between, anything richer as its marks. */
export function asText(html: string): string {
  if (isRich(html)) return html;
  return html
    .replace(/<\/p>\s*<p[^>]*>/gi, '\n\n')
    .replace(BLOCK, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .trim();
}

/** What somebody typed as a description: with marks it is taken as it is (the server cleans it), else as paragraphs. */
export function asHtml(text: string): string {
  if (isRich(text) || /<\/?(p|br)\b/i.test(text)) return text;
  return text
    .trim()
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const plain = part.trim().replace(/[&<>"]/g, (char) => MARKS[char] ?? char);
      return `<p>${plain.replace(/\n/g, '<br>')}</p>`;
    })
    .join('');
}
