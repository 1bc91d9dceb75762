import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Signs of which some is in nearly every class. */
const POOL = Array.from('aA0 .-/@<>"\'=,:;_&#%{}[]()!*+~?$\\|^`\n\tüΩ漢٠');
/** A repetition of up to so many is a part of the constant, one of more grows. */
const MIN_GROWING = 200;
const MAX_VARIANTS = 3;

/** A text that is made longer by one piece: what stands before the pieces, the piece, and what makes the match fail. */
export type Pump = { before: string; piece: string; after: string };

/** Texts on which a pattern may take more than its length, from the repetitions in it; each at most once. */
export function buildPumps(source: string, flags: string): Pump[] {
  const isUnicode = flags.includes('u');
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: isUnicode });
  const pumps = pattern.alternatives.flatMap((alternative) => pumpsOf(alternative, '', isUnicode));
  const all = pumps.flatMap(({ before, piece }) => [
    { before, piece, after: '\u0001' },
    { before: '', piece, after: '\u0001' },
    { before: '', piece: before + piece, after: '\u0001' },
    { before: '', piece: before, after: '\u0001' },
  ]);
  return [...new Map(all.filter(({ piece }) => piece !== '').map((one) => [JSON.stringify(one), one])).values()];
}

/** Pumps of the repetitions in an alternative, `before` it what the pattern takes first. */
function pumpsOf(alternative: AST.Alternative, before: string, isUnicode: boolean): Pump[] {
  const pumps: Pump[] = [];
  let taken = before;
  for (const element of alternative.elements) {
    const repeated = element.type === 'Quantifier' ? element.element : element;
    if (element.type === 'Quantifier' && element.max >= MIN_GROWING)
      for (const piece of samplesOf(element.element, isUnicode)) pumps.push({ before: taken, piece, after: '' });
    if ('alternatives' in repeated)
      for (const inner of repeated.alternatives) pumps.push(...pumpsOf(inner, taken, isUnicode));
    taken += samplesOf(element, isUnicode)[0] ?? '';
  }
  return pumps;
}

/** Short texts that an element matches. */
function samplesOf(element: AST.Element, isUnicode: boolean): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const pattern = new RegExp(`^(?:${element.raw})$`, isUnicode ? 'u' : '');
      return POOL.filter((sign) => pattern.test(sign)).slice(0, MAX_VARIANTS);
    }
    case 'Quantifier': {
      const times = Math.min(Math.max(element.min, 1), 5);
      return samplesOf(element.element, isUnicode).map((sample) => sample.repeat(times));
    }
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.map((one) => sampleOf(one, isUnicode)).slice(0, MAX_VARIANTS);
    default:
      return [''];
  }
}

const sampleOf = ({ elements }: AST.Alternative, isUnicode: boolean): string =>
  elements.map((element) => samplesOf(element, isUnicode)[0] ?? '').join('');

/**
 * Half of the repetitions, in their order: one more at a time, a pattern that grows exponentially is found by a text that takes a
 * moment, and not by the next one, which would not end.
 */
const SHORT = Array.from({ length: 28 }, (_, index) => index + 3);
const SIZES = [...SHORT, 45, 64, 250, 1_000, 4_000, 16_000];
const SLOW_MS = 100;

/** Whether a pattern takes more than its share on a pump: more than a linear one could, and eight times more for four times the text. */
export function growsTooFast(pattern: RegExp, pump: Pump): boolean {
  let last = 0;
  for (const size of SIZES) {
    // A long piece has few places where a match may begin; its text is longer.
    const text = pump.before + pump.piece.repeat(Math.ceil((2 * size) / Math.sqrt(pump.piece.length))) + pump.after;
    const spent = measure(pattern, text);
    // A short text that takes so long grows exponentially.
    if (spent > SLOW_MS && (size < 1_000 || spent > 8 * last)) return true;
    last = spent;
  }
  return false;
}

/** Milliseconds of the processor, which other programs of a busy machine do not take part in. */
function measure(pattern: RegExp, text: string): number {
  const began = process.cpuUsage();
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
  pattern.lastIndex = 0;
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
