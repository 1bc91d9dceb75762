/** An exact rational number: slow, obvious, and sharing nothing with the program it checks. */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    if (bottom === 0n) throw new RangeError('division by zero');
    const sign = bottom < 0n ? -1n : 1n;
    const divisor = greatestCommonDivisor(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom) || 1n;
    this.top = (sign * top) / divisor;
    this.bottom = (sign * bottom) / divisor;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.top, other.bottom));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  isLess(other: Fraction): boolean {
    return this.minus(other).top < 0n;
  }

  floor(): bigint {
    const cut = this.top / this.bottom;
    return this.top < 0n && cut * this.bottom !== this.top ? cut - 1n : cut;
  }

  /** The nearest integer; halves go up. */
  round(): bigint {
    return this.plus(new Fraction(1n, 2n)).floor();
  }
}

export const whole = (value: bigint | number): Fraction => new Fraction(BigInt(value));

/** Reads "12.345" exactly. */
export function readDecimal(text: string): Fraction {
  const negative = text.startsWith('-');
  const [integer = '0', fraction = ''] = text.replace('-', '').split('.');
  const top = BigInt(`${integer}${fraction}`);
  return new Fraction(negative ? -top : top, 10n ** BigInt(fraction.length));
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  return right === 0n ? left : greatestCommonDivisor(right, left % right);
}
