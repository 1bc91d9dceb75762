import { readParts } from './measured-value.ts';
import { listIn } from './specification.ts';

/** A number with its unit as two fields hold it; what is not filled in is ''. */
export function asMeasured(value: string): { value: string; unit: string } {
  const { value: amount = '', unit = '' } = readParts(value) ?? {};
  return { value: amount, unit };
}

/** The value that two fields make; without a number there is none. */
export const ofMeasured = (value: string, unit: string): string =>
  value.trim() === '' ? '' : JSON.stringify({ value, unit });

/** The amount in a value of money, and the value of an amount. */
export const asAmount = (value: string): string => readParts(value)?.amount ?? '';
export const ofAmount = (amount: string, currency: string): string =>
  amount.trim() === '' ? '' : JSON.stringify({ amount, currency_code: currency });

/** The number in a rating, and the rating of a number. */
export const asRating = (value: string): string => readParts(value)?.value ?? '';
export const ofRating = (value: string, scale: { min: string; max: string }): string =>
  value.trim() === '' ? '' : JSON.stringify({ value, scale_min: scale.min, scale_max: scale.max });

/** A list as lines of text; an empty last line stays while it is being typed. */
export const asLines = (value: string): string => listIn(value).join('\n');
export const ofLines = (text: string): string => (text === '' ? '' : JSON.stringify(text.split('\n')));

/** The chosen entries of a list. */
export const asChosen = (value: string): string[] => listIn(value);
export const ofChosen = (chosen: readonly string[]): string => (chosen.length === 0 ? '' : JSON.stringify(chosen));

/** A time as the browser's field for day and time holds it, in world time. */
export const asLocalMoment = (value: string): string => value.slice(0, 16);
export const ofLocalMoment = (text: string): string => (text === '' ? '' : `${text.slice(0, 16)}:00Z`);
