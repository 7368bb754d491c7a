import { features } from '../../src/app.module.ts';

const EVENT_TYPES = features.flatMap(({ events }) => Object.keys(events ?? {}));
const CODE =
  /\bat (\S+ )?\(?(file|node):|node_modules|\.[cm]?[jt]s\b|\/(src|dist|tmp|home)\/|\b\w*(Type|Range|Reference|Syntax)Error\b|\bSQL|SELECT .+ FROM/i;

/** Whether an answer reveals internals: stacks, classes, files, SQL, streams or types of events. */
export function showsInternals(text: string): boolean {
  const bare = text.replaceAll('_', '').toLowerCase();
  return CODE.test(text) || EVENT_TYPES.some((type) => bare.includes(type.toLowerCase()));
}
