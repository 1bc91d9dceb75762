/** A name as two fields take it: what stands after the last space is the last name. */
export function splitName(name: string): { first: string; last: string } {
  const text = name.trim();
  const at = text.lastIndexOf(' ');
  return at === -1 ? { first: '', last: text } : { first: text.slice(0, at).trim(), last: text.slice(at + 1).trim() };
}
