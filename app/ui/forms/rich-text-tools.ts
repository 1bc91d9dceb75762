/** The tools of formatted text in their order, each with the sign that its icon is drawn for. */
export const RICH_TEXT_TOOLS = [
  { key: 'bold', mark: 'B' },
  { key: 'italic', mark: 'I' },
  { key: 'underline', mark: 'U' },
  { key: 'heading', mark: 'H' },
  { key: 'bullets', mark: '•' },
  { key: 'numbers', mark: '1.' },
  { key: 'quote', mark: '”' },
  { key: 'undo', mark: '↶' },
  { key: 'redo', mark: '↷' },
] as const;
export type RichTextTool = (typeof RICH_TEXT_TOOLS)[number]['key'];
