/** Facts of an event by their names: texts without addresses, numbers, yes or no. */
export type UsageProperties = Readonly<Record<string, string | number | boolean | null>>;
