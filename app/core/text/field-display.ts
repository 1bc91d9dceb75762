/** What the braces block at the end of a field's description says about showing the field. */
export type FieldDisplay = {
  /** The description without its block. */
  text: string;
  /** False: only admins see the field. */
  show: boolean;
  /** Shown only while another field has one of these values. */
  showWhen: { key: string; values: string[] } | undefined;
  /** Overrides the definition's own flag. */
  required: boolean | undefined;
};

/** A definition as far as showing it goes. */
export type Displayable = { key: string; description: string; required: boolean };
/** An answer as far as showing other fields goes. */
export type AnswerValue = string | boolean | readonly string[];
export type Answers = ReadonlyMap<string, AnswerValue>;

/**
 * Reads the display properties of a description: its last `{…}`, pairs split on `|`, key and value split on the first `:`,
 * a backslash before any of `| : { } \` taking its meaning away. A text in braces that is no such block stays text.
 */
export function readDisplay(description: string): FieldDisplay {
  const plain: FieldDisplay = { text: description.trim(), show: true, showWhen: undefined, required: undefined };
  const block = lastBlock(description);
  if (!block) return plain;
  const pairs = splitUnescaped(block.inside, '|').map((pair) => {
    const [key = '', ...rest] = splitUnescaped(pair, ':', 2);
    return { key: unescape(key).trim(), value: rest.length > 0 ? unescape(rest[0] ?? '').trim() : undefined };
  });
  if (pairs.some((pair) => pair.key === '' || pair.value === undefined)) return plain;
  const properties = new Map(pairs.map((pair) => [pair.key, pair.value ?? '']));
  return {
    text: (description.slice(0, block.start) + description.slice(block.end)).trim(),
    show: properties.get('show') !== 'false',
    showWhen: readCondition(properties.get('showWhen')),
    required: properties.has('required') ? properties.get('required') === 'true' : undefined,
  };
}

/** A description whose block says when the field shows, or no longer says it; everything else of the block stays. */
export function withShowWhen(description: string, condition: FieldDisplay['showWhen']): string {
  const { text, show, required } = readDisplay(description);
  const pairs = [
    ...(show ? [] : ['show:false']),
    ...(condition ? [`showWhen:${escape(`${condition.key}=${condition.values.join(',')}`)}`] : []),
    ...(required === undefined ? [] : [`required:${String(required)}`]),
  ];
  return [text, ...(pairs.length > 0 ? [`{${pairs.join('|')}}`] : [])].filter((part) => part !== '').join(' ');
}

/**
 * The fields that somebody who answered like this sees, with whether each must be filled. Conditions that lead round in a
 * circle, or to a field that is not there, hide nothing. A field behind a hidden one is compared with no answer.
 */
export function visibleFields<Field extends Displayable>(
  fields: readonly Field[],
  answers: Answers,
  o: { forAdmin?: boolean } = {},
): { field: Field; display: FieldDisplay; required: boolean }[] {
  const displays = new Map(fields.map((field) => [field.key, readDisplay(field.description)]));
  const circular = keysInCircles(displays);
  const decided = new Map<string, boolean>();
  const isVisible = (key: string): boolean => {
    const known = decided.get(key);
    if (known !== undefined) return known;
    const display = displays.get(key);
    const condition = display?.showWhen;
    let visible = display !== undefined && (display.show || o.forAdmin === true);
    if (visible && condition && displays.has(condition.key) && !circular.has(key)) {
      visible = isVisible(condition.key) && meets(answers.get(condition.key), condition.values);
    }
    decided.set(key, visible);
    return visible;
  };
  return fields.flatMap((field) => {
    const display = displays.get(field.key);
    if (!display || !isVisible(field.key)) return [];
    return [{ field, display, required: display.required ?? field.required }];
  });
}

/**
 * Compares an answer with a condition's values. Nothing typed, nothing chosen, not ticked and not given are one and the same:
 * a form does not send what says nothing, and both sides must read that alike.
 */
function meets(answer: AnswerValue | undefined, values: readonly string[]): boolean {
  const given = (typeof answer === 'object' ? answer : [answer === false ? '' : String(answer ?? '')])
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (given.length === 0) return values.includes('') || values.includes('false');
  return given.some((one) => values.includes(one));
}

/** The keys whose chain of conditions comes back to a key that it met before. */
function keysInCircles(displays: ReadonlyMap<string, FieldDisplay>): Set<string> {
  const circular = new Set<string>();
  for (const start of displays.keys()) {
    const met = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && displays.has(at) && !met.has(at)) {
      met.add(at);
      at = displays.get(at)?.showWhen?.key;
    }
    if (at !== undefined && met.has(at)) circular.add(start);
  }
  return circular;
}

function readCondition(text: string | undefined): FieldDisplay['showWhen'] {
  if (!text) return undefined;
  const at = text.indexOf('=');
  if (at < 1) return undefined;
  const values = text
    .slice(at + 1)
    .split(',')
    .map((value) => value.trim());
  return { key: text.slice(0, at).trim(), values };
}

/** The last `{…}` whose braces are not escaped. */
function lastBlock(text: string): { start: number; end: number; inside: string } | undefined {
  let found: { start: number; end: number; inside: string } | undefined;
  let open: number | undefined;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '{') open = at;
    else if (text[at] === '}' && open !== undefined) {
      found = { start: open, end: at + 1, inside: text.slice(open + 1, at) };
      open = undefined;
    }
  }
  return found;
}

function splitUnescaped(text: string, separator: string, max = Infinity): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length && parts.length + 1 < max; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === separator) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function unescape(text: string): string {
  return text.replace(/\\([|:{}\\])/g, '$1');
}

function escape(text: string): string {
  return text.replace(/[|:{}\\]/g, '\\$&');
}
