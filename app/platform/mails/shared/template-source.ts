/** A value that a template may name, with what it is in the example. */
export type TemplateVariable = { name: string; example: unknown };

const MAX_EXAMPLE = 120;
/** Ends of blocks, after which a line break changes nothing of how the mail reads. */
const BLOCK_END = /<\/(?:h[1-6]|p|tr|table|tbody|thead|div|ul|ol|li)>(?!\s*\n|\s*$)/gi;

/** The source of a template with one block a line, so that a person finds their way in it. */
export const wrapSource = (html: string): string => html.replace(BLOCK_END, '$&\n');

/** An example as people read it; of a list or a group, the names of what is in it. */
export function describeExample(example: unknown): { text: string; names?: string[] } {
  const inner: unknown = Array.isArray(example) ? example[0] : example;
  if (typeof inner === 'object' && inner !== null) return { text: '', names: Object.keys(inner) };
  const text = ['string', 'number', 'boolean'].includes(typeof inner) ? String(inner) : '';
  return { text: text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text };
}

/** What names a variable in a template: its value, or a loop over a list with the first thing that an entry holds. */
export function writeVariable({ name, example }: TemplateVariable): string {
  if (Array.isArray(example)) {
    const [first] = describeExample(example).names ?? [];
    return `{% for one in params.${name} %}{{ one${first === undefined ? '' : `.${first}`} }} {% endfor %}`;
  }
  const [first] = describeExample(example).names ?? [];
  return `{{ params.${name}${first === undefined ? '' : `.${first}`} }}`;
}
