/**
 * Appends a value to the list that a map has under a key, in place. A copied list for each value takes time that grows with the square
 * of their number, and a stranger's file may have one key for all its rows.
 */
export function appendTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
