/** Whether a whole number is prime. */
export function isPrime(number: number): boolean {
  if (number < 2) return false;
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}

/**
 * Two unit prices in minor units, the first of them prime, neither of whole units, that times their quantities make a
 * total. Throws where there are none.
 */
export function pricesMaking(totalMinor: number, [first, second]: readonly [number, number]): [number, number] {
  for (let price = Math.floor(totalMinor / (2 * first)); price > 0; price--) {
    const rest = totalMinor - price * first;
    if (rest % second === 0 && isPrime(price) && (rest / second) % 100 !== 0) return [price, rest / second];
  }
  throw new Error(`No prices make ${totalMinor} of ${first} and ${second} pieces`);
}
