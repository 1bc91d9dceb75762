/** A schema of JSON Schema or OpenAPI 3.0, as far as the providers' contracts use either. */
export type Schema = { readonly [keyword: string]: unknown };

export type Rules = {
  /** Finds what a `$ref` names. */
  resolve: (reference: string) => Schema;
  /** Whether numbers and flags may come as texts, as they do in forms and queries. */
  fromText: boolean;
};

/** Everything that is wrong with a value, each with the place where it is; nothing when it fits the schema. */
export function checkSchema(schema: Schema, value: unknown, rules: Rules, place = ''): string[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return checkSchema(rules.resolve(reference), value, rules, place);
  if (value === null && schema['nullable'] === true) return [];
  return [
    ...checkType(schema, value, rules, place),
    ...checkChoice(schema, value, place),
    ...checkAlternatives(schema, value, rules, place),
    ...(typeof value === 'string' ? checkText(schema, value, place) : []),
    ...checkNumber(schema, value, rules, place),
    ...(Array.isArray(value) ? checkList(schema, value, rules, place) : []),
    ...(isRecord(value) ? checkObject(schema, value, rules, place) : []),
  ];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchema(value: unknown): value is Schema {
  return isRecord(value);
}

function checkType(schema: Schema, value: unknown, rules: Rules, place: string): string[] {
  const wanted = schema['type'];
  const types = Array.isArray(wanted) ? wanted.map(String) : typeof wanted === 'string' ? [wanted] : null;
  if (types === null) return [];
  return types.some((type) => isOfType(type, value, rules.fromText))
    ? []
    : [`${place || '/'} must be ${types.join(' or ')}`];
}

function isOfType(type: string, value: unknown, fromText: boolean): boolean {
  const text = fromText && typeof value === 'string' ? value : null;
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value) || (text !== null && /^-?\d+$/.test(text));
    case 'number':
      return typeof value === 'number' || (text !== null && text !== '' && Number.isFinite(Number(text)));
    case 'boolean':
      return typeof value === 'boolean' || text === 'true' || text === 'false';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'null':
      return value === null;
    default:
      throw new Error(`The contracts use a type that is not known here: ${type}`);
  }
}

function checkChoice(schema: Schema, value: unknown, place: string): string[] {
  const { enum: choices } = schema;
  if (Array.isArray(choices) && !choices.includes(value))
    return [`${place || '/'} must be one of ${choices.slice(0, 8).map(String).join(', ')}`];
  return 'const' in schema && schema['const'] !== value ? [`${place || '/'} must be ${String(schema['const'])}`] : [];
}

function checkAlternatives(schema: Schema, value: unknown, rules: Rules, place: string): string[] {
  const all = schemasOf(schema['allOf']).flatMap((part) => checkSchema(part, value, rules, place));
  const options = [...schemasOf(schema['anyOf']), ...schemasOf(schema['oneOf'])];
  if (options.length === 0) return all;
  const found = options.map((option) => checkSchema(option, value, rules, place));
  if (found.some((problems) => problems.length === 0)) return all;
  // What is said of the option that comes nearest says most.
  const [nearest = []] = found.toSorted((a, b) => a.length - b.length);
  return [...all, ...nearest];
}

function schemasOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function checkText(schema: Schema, value: string, place: string): string[] {
  const { minLength, maxLength, pattern, format } = schema;
  const problems: string[] = [];
  if (typeof minLength === 'number' && value.length < minLength) problems.push(`${place} is shorter than ${minLength}`);
  if (typeof maxLength === 'number' && value.length > maxLength) problems.push(`${place} is longer than ${maxLength}`);
  if (typeof pattern === 'string' && !new RegExp(pattern, 's').test(value))
    problems.push(`${place} does not match ${pattern}`);
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) problems.push(`${place} is no moment`);
  if (format === 'uri' && !URL.canParse(value)) problems.push(`${place} is no address`);
  return problems;
}

function checkNumber(schema: Schema, value: unknown, rules: Rules, place: string): string[] {
  const { minimum, maximum } = schema;
  const number = rules.fromText && typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number') return [];
  const problems: string[] = [];
  if (typeof minimum === 'number' && number < minimum) problems.push(`${place} is less than ${minimum}`);
  if (typeof maximum === 'number' && number > maximum) problems.push(`${place} is more than ${maximum}`);
  return problems;
}

function checkList(schema: Schema, value: readonly unknown[], rules: Rules, place: string): string[] {
  const { items, minItems, maxItems } = schema;
  const problems: string[] = [];
  if (typeof minItems === 'number' && value.length < minItems) problems.push(`${place} has fewer than ${minItems}`);
  if (typeof maxItems === 'number' && value.length > maxItems) problems.push(`${place} has more than ${maxItems}`);
  if (isSchema(items))
    problems.push(...value.flatMap((entry, at) => checkSchema(items, entry, rules, `${place}/${at}`)));
  return problems;
}

function checkObject(schema: Schema, value: Record<string, unknown>, rules: Rules, place: string): string[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const others = schema['additionalProperties'];
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return [
    ...required.filter((name) => value[name] === undefined).map((name) => `${place || '/'} lacks ${name}`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const known = properties[name];
      if (inner === undefined) return [];
      if (isSchema(known)) return checkSchema(known, inner, rules, `${place}/${name}`);
      if (others === false) return [`${place || '/'} must not have ${name}`];
      return isSchema(others) ? checkSchema(others, inner, rules, `${place}/${name}`) : [];
    }),
  ];
}
