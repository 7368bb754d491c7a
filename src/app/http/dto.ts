import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidateNested, ValidationTypes } from 'class-validator';

const NESTED = 'nested';
const READ = 'read';

/** The class of an object in a request; its own rules hold for it. */
export function Nested(type: () => Type): PropertyDecorator {
  return nesting({ type, each: false });
}

/** The class of each object in a list. */
export function NestedEach(type: () => Type): PropertyDecorator {
  return nesting({ type, each: true });
}

/** Changes what was sent, of any type, before rules are asked; they judge the result. */
export function ReadAs(read: Read): PropertyDecorator {
  return (prototype, name) => {
    const before = Reflect.getMetadata(READ, prototype, name) as Read | undefined;
    Reflect.defineMetadata(READ, before ? (value: unknown) => read(before(value)) : read, prototype, name);
  };
}

/** The same for texts alone. */
export function ReadTextAs(read: (text: string) => unknown): PropertyDecorator {
  return ReadAs((value) => (typeof value === 'string' ? read(value) : value));
}

/** The class that a field of a request is an object of, or a list of. */
export function nestedIn(dto: Type, field: string): Type | undefined {
  return nestingOf(dto, field)?.type();
}

type Read = (value: unknown) => unknown;

interface Nesting {
  type: () => Type;
  /** A list of them. */
  each: boolean;
}

/** A field of a class, by class-validator's rules. */
export interface Field {
  name: string;
  nesting: Nesting | undefined;
  read: Read | undefined;
  /** Whether rules count, by the object and the field's value. */
  conditions: ((object: object, value: unknown) => boolean)[];
  rules: Rule[];
  /** The rule about the length of a list or text: what is longer is not looked into. */
  length: Rule | undefined;
}

export interface Rule {
  name: string;
  /** @returns what is wrong; undefined if nothing is */
  broken(object: object, value: unknown): string | undefined;
}

function nesting(said: Nesting): PropertyDecorator {
  return (prototype, name) => {
    ValidateNested({ each: said.each })(prototype, name);
    Reflect.defineMetadata(NESTED, said, prototype, name);
  };
}

function nestingOf(dto: Type, field: string): Nesting | undefined {
  return Reflect.getMetadata(NESTED, dto.prototype as object, field) as Nesting | undefined;
}

const fieldsOfClasses = new WeakMap<Type, Field[]>();

/** Those that have a rule, in the order in which they are declared. */
export function fieldsOf(dto: Type): Field[] {
  const known = fieldsOfClasses.get(dto);
  if (known) return known;
  const all = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = new Set(all.map(({ propertyName }) => propertyName));
  const fields = [...names].map((name): Field => {
    const said = all.filter(({ propertyName }) => propertyName === name);
    const rules = said.filter(({ type }) => type === ValidationTypes.CUSTOM_VALIDATION).map(ruleOf);
    return {
      name,
      nesting: nestingOf(dto, name),
      read: Reflect.getMetadata(READ, dto.prototype as object, name) as Read | undefined,
      conditions: said
        .filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION)
        .map(({ constraints }) => constraints![0] as Field['conditions'][number]),
      rules,
      // The texts of a list may have a bound, too.
      length: rules.find(({ name }) => name === 'arrayMaxSize') ?? rules.find(({ name }) => name === 'maxLength'),
    };
  });
  fieldsOfClasses.set(dto, fields);
  return fields;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** As class-validator's own loop does it, which looks a class up among all others for each object: thousands of them would keep everybody waiting. */
function ruleOf({ constraintCls, propertyName, constraints = [], each, message }: Metadata): Rule {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(constraintCls as Type);
  const { instance } = constraint!;
  return {
    name: constraint!.name,
    broken(object, value) {
      const about = { object, value, property: propertyName, targetName: object.constructor.name, constraints };
      const holds = (one: unknown) => instance.validate(one, about) === true;
      if (each && Array.isArray(value) ? value.every(holds) : holds(value)) return undefined;
      const said = message ?? instance.defaultMessage?.(about) ?? '';
      return filledIn(typeof said === 'function' ? said(about) : said, propertyName, constraints);
    },
  };
}

/** A message with what it refers to. */
function filledIn(message: string, property: string, constraints: readonly unknown[]): string {
  return message.replaceAll(/\$(?:property|constraint(\d))/g, (_, number: string | undefined) =>
    number === undefined ? property : [constraints[Number(number) - 1]].flat().map(String).join(', '),
  );
}
