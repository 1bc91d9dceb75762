/** Formats that are kept at most: the languages, currencies and time zones that one process meets, many times over. */
const MAX_KEPT = 500;

/** Making a format costs a hundred times what using it does, and a screen writes dozens of amounts and dates: each is made once. */
function memoize<Options, Format>(make: (locale: string, options: Options) => Format) {
  const kept = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale}${JSON.stringify(options)}`;
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= MAX_KEPT) kept.clear();
    const format = make(locale, options);
    kept.set(key, format);
    return format;
  };
}

/** The number format of a locale with these options. Throws RangeError for an unknown currency or unit. */
export const numberFormat = memoize(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** The date format of a locale with these options. Throws RangeError for an unknown time zone. */
export const dateFormat = memoize(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** The names that a locale has for regions or languages. */
export const displayNames = memoize(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames([locale], options),
);
