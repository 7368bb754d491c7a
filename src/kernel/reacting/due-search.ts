import type { Instant } from '../ports/clock.ts';
import type { Collection, DocumentStore, Found, Where } from '../ports/document-store.ts';
import type { Due } from './due.ts';

const PAGE = 200;
/** Of the items that come next, few are deferred. */
const NEXT = 8;

/** Finds due items, in the order (dueAt, kind, id), for the ticker. */
export class DueSearch {
  /** The last organization that had a share. */
  private served = '';

  constructor(
    private readonly documents: DocumentStore,
    private readonly collection: Collection,
    /** Whether an item is in work, or just failed. */
    private readonly isDeferred: (due: Due) => boolean,
  ) {}

  /** The next item, due or not. */
  async next(): Promise<Due | undefined> {
    return (await this.find(undefined, NEXT)).ready[0];
  }

  /**
   * A page of what is due by now. If more is due than fits, organizations get equal shares of it, in turn, before the rest is filled up: one
   * with very many due items delays those of another by a page.
   */
  async page(now: Instant): Promise<Due[]> {
    const isDue: Where = { lte: ['dueAt', now] };
    const { ready, isFull } = await this.find(isDue, PAGE);
    if (!isFull) return ready;
    const organizations = await this.organizations(isDue);
    if (organizations.length < 2) return ready;
    const share = Math.floor(PAGE / organizations.length);
    const shares = await Promise.all(
      organizations.map((id) => this.find({ and: [{ eq: ['organization_id', id] }, isDue] }, share)),
    );
    const shared = shares.flatMap((found) => found.ready);
    const chosen = new Set(shared.map(({ id }) => id));
    const others = ready.filter(({ id }) => !chosen.has(id)).slice(0, PAGE - shared.length);
    return [...shared, ...others].sort(inOrder);
  }

  /** At most a page, beginning after those that had their turn last. */
  private async organizations(isDue: Where): Promise<string[]> {
    const ids = [...(await this.documents.countBy(this.collection, isDue, 'organization_id')).keys()].sort();
    const [later, earlier] = [ids.filter((id) => id > this.served), ids.filter((id) => id <= this.served)];
    const next = [...later, ...earlier].slice(0, PAGE);
    this.served = next.at(-1) ?? '';
    return next;
  }

  /** The first items that are not deferred; those that are may fill whole pages before them, each of which is read once. */
  private async find(where: Where | undefined, most: number): Promise<{ ready: Due[]; isFull: boolean }> {
    const conditions = where ? [where] : [];
    for (let [last, limit]: [Due | undefined, number] = [undefined, most]; ; limit = PAGE) {
      const { items }: Found<Due> = await this.documents.find<Due>(this.collection, {
        where: { and: last ? [...conditions, ...after(last)] : conditions },
        sort: [
          { field: 'dueAt', direction: 'asc' },
          { field: 'kind', direction: 'asc' },
        ],
        limit,
      });
      const ready = items.filter((due) => !this.isDeferred(due)).slice(0, most);
      const isFull = items.length === limit;
      if (ready.length > 0 || !isFull) return { ready, isFull };
      last = items.at(-1);
    }
  }
}

/** What comes later in the order (dueAt, kind, id). */
function after({ dueAt, kind, id }: Due): Where[] {
  const sameKind: Where = { and: [{ eq: ['kind', kind] }, { gt: ['id', id] }] };
  return [{ gte: ['dueAt', dueAt] }, { or: [{ gt: ['dueAt', dueAt] }, { gt: ['kind', kind] }, sameKind] }];
}

function inOrder(one: Due, other: Due): number {
  const [a, b] = [one, other].map(({ dueAt, kind, id }) => [dueAt, kind, id].join('\0')) as [string, string];
  return a < b ? -1 : a > b ? 1 : 0;
}
