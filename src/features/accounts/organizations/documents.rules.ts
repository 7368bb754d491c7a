import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { handlesType, type Projection } from '../../../kernel/reading/projection.ts';
import type { OrganizationEvent } from './organization.events.ts';

/** The documents of one kind that an organization's events lead to, by id: what a write is answered with. */
export function documentsAfter<D extends Document, E extends OrganizationEvent>(
  projection: Projection<D, E>,
  events: readonly Recorded<OrganizationEvent>[],
): Map<string, D> {
  const documents = new Map<string, D>();
  for (const event of events) {
    if (!handlesType(projection, event.type)) continue;
    const targets = projection.targets(event as Recorded<E>);
    // What is not named by id is about everything in the organization.
    for (const id of 'field' in targets ? [...documents.keys()] : targets) {
      const document = projection.evolve(documents.get(id), event as Recorded<E>, id);
      if (document) documents.set(id, document);
      else documents.delete(id);
    }
  }
  return documents;
}
