import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventCatalogue, EventDefinition, PersonalFields } from '../../src/kernel/writing/events.ts';
import { categoryOf } from '../../src/kernel/ports/event-store.ts';
import type { GoldenLine } from './golden.ts';

type Definition = EventDefinition<Record<string, unknown>>;

interface Section {
  /** Relative to the root. */
  file: string;
  types: string[];
  /** Doc comments by event type. */
  comments: Map<string, string>;
}

const DEFINED = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?\b([A-Z]\w+): event</g;

/** docs/EVENTS.md: the catalogues, with the stream and fields of each type's golden example. */
export function eventsDoc(root: string, catalogues: readonly EventCatalogue[], golden: readonly GoldenLine[]): string {
  const definitions = new Map<string, Definition>(catalogues.flatMap((catalogue) => Object.entries(catalogue)));
  const examples = new Map(golden.map((line) => [line.event.type, line]));
  const sections = sectionsIn(root).map(({ file, types, comments }) => {
    const rows = types
      .filter((type) => definitions.has(type))
      .map((type) => row(type, definitions.get(type)!, examples.get(type), comments.get(type)));
    return [`## \`${file}\``, '', ...HEAD, ...rows, ''].join('\n');
  });
  return [...INTRODUCTION, ...sections].join('\n');
}

const INTRODUCTION = [
  '# Events',
  '',
  'Every type of event that is ever stored. Made by `npm run events-doc` from the catalogues (`*.events.ts`) and the examples in',
  '`test/golden/events.jsonl`; a test fails where it is stale. Personal fields are sealed with the key of the subject that is',
  'named by fields of the same event: see [Personal data](EVENTS_AND_STREAMS.md#personal-data). Internal events are steps and records of',
  'the program itself, which the log of an organization shows on demand.',
  '',
];
const HEAD = ['| Event | Stream | Version | Fields | Personal | Note |', '|---|---|---|---|---|---|'];

function row(
  type: string,
  { version, personal, personalEntries, internal }: Definition,
  example?: GoldenLine,
  comment = '',
): string {
  const stream = example ? `\`${categoryOf(example.event.stream)}-…\`` : '';
  const sealed = new Set(personal.flatMap(({ fields }) => Object.keys(fields)));
  const plain = Object.keys(example?.expect ?? {}).filter((field) => !sealed.has(field));
  const groups = [
    ...personal.map((group) => `${Object.keys(group.fields).join(', ')} of \`${subjectOf(group)}\``),
    ...Object.entries(personalEntries as Record<string, { fields: object }>).map(
      ([list, { fields }]) => `${Object.keys(fields).join(', ')} of each of ${list}`,
    ),
  ];
  return `| ${[`**${type}**`, stream, version, plain.join(', '), groups.join('; '), noteOf(internal, comment)].join(' | ')} |`;
}

function noteOf(internal: boolean, comment: string): string {
  return [internal && 'Internal.', comment].filter(Boolean).join(' ');
}

/** How a subject is named, such as `user:{userId}`: derived from data in which each field holds its own name. */
function subjectOf({ subject }: PersonalFields<Record<string, unknown>>): string {
  return subject(new Proxy({}, { get: (_, field) => `{${String(field)}}` }));
}

/** The files that define events, and their comments. */
function sectionsIn(root: string): Section[] {
  const features = readdirSync(join(root, 'src/features'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.events.ts'))
    .map((path) => `src/features/${path.replaceAll('\\', '/')}`)
    .sort();
  return [
    'src/kernel/writing/claim.ts',
    'src/kernel/writing/events.ts',
    'src/kernel/writing/skipped-events.ts',
    ...features,
  ].map((file) => {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(DEFINED)];
    const texts = found.map(
      ([, comment = '', type]) => [type!, comment.replace(/\s*\n\s*\*? ?/g, ' ').trim()] as const,
    );
    return { file, types: texts.map(([type]) => type), comments: new Map(texts) };
  });
}
