import ts from 'typescript';

/** The type declarations of one release, by file. */
export class Declarations {
  private readonly checker: ts.TypeChecker;
  private readonly program: ts.Program;

  constructor(files: readonly string[]) {
    this.program = ts.createProgram([...files], {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
      target: ts.ScriptTarget.ES2022,
    });
    this.checker = this.program.getTypeChecker();
  }

  /** An exported type, or the type of an exported value. */
  exported(file: string, name: string): ts.Type {
    const module = this.checker.getSymbolAtLocation(this.program.getSourceFile(file)!)!;
    const symbol = this.checker.getExportsOfModule(module).find((one) => one.name === name);
    if (!symbol) throw new Error(`${file} does not export ${name}`);
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    return target.flags & ts.SymbolFlags.Value
      ? this.checker.getTypeOfSymbol(target)
      : this.checker.getDeclaredTypeOfSymbol(target);
  }

  property(type: ts.Type, name: string): ts.Type {
    const symbol = type.getProperty(name);
    if (!symbol) throw new Error(`${this.checker.typeToString(type)} has no ${name}`);
    return this.checker.getTypeOfSymbol(symbol);
  }

  signature(type: ts.Type): { parameters: Map<string, ts.Type>; returns: ts.Type } {
    const [signature] = type.getCallSignatures();
    const parameters = signature!.parameters.map((one): [string, ts.Type] => [
      one.name,
      this.checker.getTypeOfSymbol(one),
    ]);
    const returned = signature!.getReturnType();
    return { parameters: new Map(parameters), returns: this.checker.getAwaitedType(returned) ?? returned };
  }

  /** Names of all fields of an object, in lists and alternatives, too: `prices.amount_type`. Keys that callers choose are left out. */
  places(type: ts.Type, at = '', within: readonly ts.Type[] = []): string[] {
    if (within.includes(type)) return [];
    const inner = (of: ts.Type, place: string) => this.places(of, place, [...within, type]);
    if (type.isUnionOrIntersection()) return [...new Set(type.types.flatMap((one) => inner(one, at)))];
    const element = this.elementOf(type);
    if (element) return inner(element, at);
    if (!(type.flags & ts.TypeFlags.Object)) return [];
    return type.getProperties().flatMap((one) => {
      const place = at === '' ? one.name : `${at}.${one.name}`;
      return [place, ...inner(this.checker.getTypeOfSymbol(one), place)];
    });
  }

  /** Where a value from JSON does not have a type. */
  misfits(value: unknown, type: ts.Type, at = ''): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (type.isUnion()) return this.leastOf(type.types.map((one) => this.misfits(value, one, at)));
    if (type.isIntersection()) return type.types.flatMap((one) => this.misfits(value, one, at));
    const element = this.elementOf(type);
    if (element)
      return Array.isArray(value)
        ? [...new Set(value.flatMap((one) => this.misfits(one, element, `${at}.*`)))]
        : [this.wrong(at, type, value)];
    if (type.flags & ts.TypeFlags.Object) return this.misfitsOfObject(value, type, at);
    return this.isPrimitive(value, type) ? [] : [this.wrong(at, type, value)];
  }

  private misfitsOfObject(value: unknown, type: ts.Type, at: string): string[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [this.wrong(at, type, value)];
    const fields = type.getProperties().flatMap((one) => {
      const given = (value as Record<string, unknown>)[one.name];
      const isOptional = (one.flags & ts.SymbolFlags.Optional) !== 0;
      if (given === undefined && isOptional) return [];
      return this.misfits(given, this.checker.getTypeOfSymbol(one), at === '' ? one.name : `${at}.${one.name}`);
    });
    const record = type.getStringIndexType();
    if (!record) return fields;
    const named = new Set(type.getProperties().map(({ name }) => name));
    const others = Object.entries(value).filter(([key]) => !named.has(key));
    return [...fields, ...others.flatMap(([key, one]) => this.misfits(one, record, `${at}.${key}`))];
  }

  private isPrimitive(value: unknown, type: ts.Type): boolean {
    if (type.isLiteral()) return value === type.value;
    if (type.flags & ts.TypeFlags.BooleanLiteral) return this.checker.typeToString(type) === String(value);
    if (type.flags & ts.TypeFlags.Null) return value === null;
    if (type.flags & ts.TypeFlags.VoidLike) return value === undefined;
    if (type.flags & ts.TypeFlags.StringLike) return typeof value === 'string';
    if (type.flags & ts.TypeFlags.NumberLike) return typeof value === 'number';
    return type.flags & ts.TypeFlags.BooleanLike ? typeof value === 'boolean' : false;
  }

  private elementOf(type: ts.Type): ts.Type | undefined {
    return this.checker.isArrayType(type) ? this.checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  }

  private leastOf(all: string[][]): string[] {
    return all.reduce((least, one) => (one.length < least.length ? one : least));
  }

  private wrong(at: string, type: ts.Type, value: unknown): string {
    const shown = value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40);
    return `${at || 'answer'}: ${shown}, not ${this.checker.typeToString(type).slice(0, 60)}`;
  }
}
