/** What a bank writes for letters that have no accent to lose; Greek and Cyrillic as they are spelled in Latin letters. */
const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "ß ss,ẞ SS,æ ae,Æ AE,œ oe,Œ OE,ø o,Ø O,đ d,Đ D,ð d,Ð D,þ th,Þ TH,ł l,Ł L,ı i,ħ h,Ħ H,ŋ n,Ŋ N,& +,‘ ',’ ',` ',´ ',“ ',” ',« ',» ',–  -,— -,‑ -,_ -,; .,! .,€ EUR," +
    'α a,β v,γ g,δ d,ε e,ζ z,η i,θ th,ι i,κ k,λ l,μ m,ν n,ξ x,ο o,π p,ρ r,σ s,ς s,τ t,υ y,φ f,χ ch,ψ ps,ω o,' +
    'а a,б b,в v,г g,д d,е e,ж zh,з z,и i,й y,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х h,ц ts,ч ch,ш sh,щ sht,ъ a,ь y,ю yu,я ya,ы y,э e,ё e,є ye,і i,ї yi,ґ g,ј j,љ lj,њ nj,ћ c,ђ d,џ dz'
  )
    .split(',')
    .filter(Boolean)
    .map((pair) => [pair.slice(0, 1), pair.slice(1).trim()]),
);

const ACCENTS = /\p{M}/gu;
const SEPA_CHARACTER = /[A-Za-z0-9/\-?:().,'+ ]/;

/**
 * A text in the characters that every bank of the SEPA reads: accents fall away, letters of other scripts are spelled, and what
 * nobody spells is a dot. Slashes neither begin nor end it nor stand in pairs. At most `max` characters; '' for an empty text.
 */
export function toSepaText(text: string, max: number): string {
  const plain = text
    .slice(0, max * 4)
    .normalize('NFKD')
    .replace(ACCENTS, '');
  const spelled = Array.from(plain, spell)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/\/{2,}/g, '/');
  return trimEnds(trimEnds(spelled).slice(0, max));
}

/** Takes slashes and spaces from both ends. */
function trimEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isEdge(text.charAt(from))) from += 1;
  while (to > from && isEdge(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const isEdge = (sign: string): boolean => sign === '/' || sign === ' ';

function spell(sign: string): string {
  if (SEPA_CHARACTER.test(sign)) return sign;
  if (/\s/.test(sign)) return ' ';
  const known = SPELLED[sign];
  if (known !== undefined) return known;
  const small = SPELLED[sign.toLowerCase()];
  if (small === undefined) return '.';
  return small.charAt(0).toUpperCase() + small.slice(1);
}
