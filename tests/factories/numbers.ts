// Apart from the factories that need a running program: benches take numbers too.

let made = 0;
/** A number that no other factory call of this process got. */
export function nextNumber(): number {
  return ++made;
}
