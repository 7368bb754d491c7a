import ts from 'typescript';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A field of a read model's documents. */
export interface FieldType {
  /** As MongoDB names it: `items.price.amount`. */
  path: string;
  /** `list of string or null` */
  type: string;
  /** Its doc comment. */
  note: string;
}

export interface DocumentType {
  /** Of the projection. */
  name: string;
  /** Doc comments of the projection and its documents. */
  notes: string[];
  fields: FieldType[];
  /** Names of the fields, at any depth, whose keys are not known: their type is a `Record` by string. */
  maps: string[];
}

/** A field of one type of object. */
interface Described {
  /** Its alternatives. */
  words: string[];
  /** Types of the objects in it. */
  parts: ts.Type[];
  note: string;
}

const SOURCES = ['src/features', 'src/kernel/reacting'];
const IS_PROJECTION = /\.projection\.ts$|\/due\.ts$/;
const { TypeFlags } = ts;
const SCALARS: readonly [ts.TypeFlags, string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'absent'],
  [TypeFlags.Unknown | TypeFlags.Any, 'anything'],
];

/** The documents of every exported projection, from the types in the sources. */
export function documentTypesIn(root: string): DocumentType[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: unknown };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(root, folder, path))
      .filter((path) => IS_PROJECTION.test(path)),
  );
  const program = ts.createProgram(files, { ...options, incremental: false });
  const reader = new TypeReader(program.getTypeChecker());
  return files.flatMap((file) => reader.documentTypesOf(program.getSourceFile(file)!));
}

class TypeReader {
  private readonly maps = new Set<string>();

  constructor(private readonly checker: ts.TypeChecker) {}

  documentTypesOf(source: ts.SourceFile): DocumentType[] {
    return this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(source)!).flatMap((symbol) => {
      const document = this.documentOf(symbol);
      if (!document) return [];
      this.maps.clear();
      const fields = this.fieldsOf([document], '').sort((a, b) => Number(b.path === 'id') - Number(a.path === 'id'));
      const notes = [symbol, document.symbol].map((one) => this.noteOf(one)).filter(Boolean);
      return [{ name: nameIn(symbol.valueDeclaration!), notes, fields, maps: [...this.maps].sort() }];
    });
  }

  /** What a projection, or a function that makes one, folds. */
  private documentOf(symbol: ts.Symbol): ts.Type | undefined {
    if (!symbol.valueDeclaration) return undefined;
    const type = this.checker.getTypeOfSymbol(symbol);
    const made = type.getCallSignatures()[0]?.getReturnType() ?? type;
    if (made.symbol?.name !== 'Projection') return undefined;
    return this.checker.getTypeArguments(made as ts.TypeReference)[0];
  }

  /** The fields of objects, and below them those of the objects in these; if there are several types, all of their fields. */
  private fieldsOf(objects: readonly ts.Type[], prefix: string): FieldType[] {
    const fields = new Map<string, Described[]>();
    for (const object of objects)
      for (const property of this.checker.getPropertiesOfType(object)) {
        const type = this.checker.getTypeOfSymbol(property);
        const described = this.described(type, property);
        fields.set(property.name, [...(fields.get(property.name) ?? []), described]);
      }
    return [...fields].flatMap(([name, described]) => {
      const words = described.flatMap((one) => one.words);
      const type = typeOf(described.length < objects.length ? [...words, 'absent'] : words);
      const path = prefix + name;
      const note = distinct(described.map((one) => one.note).filter(Boolean)).join(' ');
      const parts = described.flatMap((one) => one.parts);
      return [{ path, type, note }, ...(parts.length > 0 ? this.fieldsOf(parts, `${path}.`) : [])];
    });
  }

  private described(type: ts.Type, property: ts.Symbol): Described {
    const parts: ts.Type[] = [];
    const words = (type.isUnion() ? type.types : [type]).map((one) => this.wordOf(one, property, parts));
    return { words, parts, note: this.noteOf(property) };
  }

  /** @param parts receives the types of objects */
  private wordOf(type: ts.Type, property: ts.Symbol, parts: ts.Type[]): string {
    if (type.isStringLiteral()) return `\`${type.value}\``;
    const scalar = SCALARS.find(([flags]) => type.flags & flags);
    if (scalar) return scalar[1];
    if (this.checker.isArrayType(type) || this.checker.isTupleType(type)) {
      const elements = this.checker.getTypeArguments(type as ts.TypeReference);
      const all = elements.flatMap((element) => (element.isUnion() ? element.types : [element]));
      return `list of ${typeOf(all.map((element) => this.wordOf(element, property, parts)))}`;
    }
    if (this.checker.getIndexInfoOfType(type, ts.IndexKind.String)) {
      this.maps.add(property.name);
      return 'map';
    }
    parts.push(type);
    return 'object';
  }

  private noteOf(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).replaceAll(/\s+/g, ' ');
  }
}

/** `name: 'orders'` in a projection. */
function nameIn(declaration: ts.Node): string {
  const find = (node: ts.Node): string | undefined =>
    ts.isPropertyAssignment(node) && node.name.getText() === 'name' && ts.isStringLiteral(node.initializer)
      ? node.initializer.text
      : ts.forEachChild(node, find);
  return find(declaration)!;
}

/** In an order of its own, because the compiler's depends on what else it has read. */
function typeOf(words: readonly string[]): string {
  const last = ['null', 'absent'];
  const sorted = distinct(words).sort();
  return [...sorted.filter((word) => !last.includes(word)), ...last.filter((word) => sorted.includes(word))].join(
    ' or ',
  );
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
