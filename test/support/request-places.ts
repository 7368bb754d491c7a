/** What is read of the schemas of zod 3, of which the client may have its own copy. */
interface Schema {
  _def: {
    typeName: string;
    value?: unknown;
    values?: Readonly<Record<string, string>>;
    type?: Schema;
    innerType?: Schema;
    schema?: Schema;
    valueType?: Schema;
    left?: Schema;
    right?: Schema;
    options?: Schema[];
    shape?(): Record<string, Schema>;
    getter?(): Schema;
  };
}

const LEAVES: Readonly<Record<string, string>> = {
  ZodString: 'string',
  ZodNumber: 'number',
  ZodBoolean: 'boolean',
  ZodDate: 'date',
};

/**
 * Every kind of value at every place of a request that its schema names: `name: string`, `name: null`, `sorting: -created_at`,
 * `metadata.*: number`, `prices.amountType: free`. Elements of a list are at the list's place.
 * @param schema of zod, as the client validates what it sends
 */
export function placesOf(schema: unknown): Set<string> {
  return new Set(places(schema as Schema, '', []));
}

function places(schema: Schema, at: string, within: readonly Schema[]): string[] {
  const { typeName, ...def } = schema._def;
  const inner = (of: Schema | undefined, place = at) => places(of!, place, within);
  switch (typeName) {
    case 'ZodObject':
      return Object.entries(def.shape!()).flatMap(([key, of]) => inner(of, below(at, key)));
    case 'ZodRecord':
      return inner(def.valueType, below(at, '*'));
    case 'ZodArray':
      return inner(def.type);
    case 'ZodNullable':
      return [`${at}: null`, ...inner(def.innerType)];
    case 'ZodOptional':
    case 'ZodDefault':
      return inner(def.innerType);
    case 'ZodEffects':
      return inner(def.schema);
    case 'ZodUnion':
      return def.options!.flatMap((option) => inner(option));
    case 'ZodIntersection':
      return [...inner(def.left), ...inner(def.right)];
    case 'ZodLazy': {
      const of = def.getter!();
      return within.includes(of) ? [] : places(of, at, [...within, of]);
    }
    case 'ZodLiteral':
      return [`${at}: ${String(def.value)}`];
    case 'ZodNativeEnum':
      return Object.values(def.values!).map((value) => `${at}: ${value}`);
    default:
      if (!(typeName in LEAVES)) throw new Error(`${at} is a ${typeName}, which is not known here`);
      return [`${at}: ${LEAVES[typeName]}`];
  }
}

/** The places of a schema that a request fills. */
export function filledIn(value: unknown, at = ''): string[] {
  if (value === undefined) return [];
  if (value === null) return [`${at}: null`];
  if (value instanceof Date) return [`${at}: date`];
  if (Array.isArray(value)) return value.flatMap((element) => filledIn(element, at));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => [
      ...filledIn(inner, below(at, key)),
      ...filledIn(inner, below(at, '*')),
    ]);
  return [`${at}: ${typeof value}`, `${at}: ${String(value)}`];
}

function below(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`;
}
