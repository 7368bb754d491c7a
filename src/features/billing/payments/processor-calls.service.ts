import type { Documents } from '../../../app/reading/documents.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';

const PAGE = 500;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 900_000;

/** Something that the payment processor has to be called about. */
interface Called extends Document {
  /** From then on; null once it is settled. Business time. */
  next_call_at: Instant | null;
}

/** What the payment processor has to be called about by now, earliest first, for the sweep of a worker. */
export class ProcessorCalls<D extends Called> {
  /** Where the next page of the sweep begins: what waits for the processor stays in it for long. */
  private skip = 0;

  constructor(
    private readonly documents: Documents,
    private readonly clock: Clock,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the documents matter here, whatever events they are made of
    private readonly projection: Projection<D, any>,
  ) {}

  /** The next page; after the last one, the first again. */
  async next(): Promise<D[]> {
    const items = await this.page(this.skip);
    this.skip = items.length === PAGE ? this.skip + PAGE : 0;
    return items;
  }

  /** Since when the first that fits has waited. */
  async oldest(fits: (document: D) => boolean): Promise<Instant | undefined> {
    return (await this.page(0)).find(fits)?.next_call_at ?? undefined;
  }

  private async page(skip: number): Promise<D[]> {
    const { items } = await this.documents.find(
      this.projection,
      {
        where: { lte: ['next_call_at', this.clock.now()] },
        sort: [{ field: 'next_call_at', direction: 'asc' }],
        skip,
        limit: PAGE,
      },
      'any',
    );
    return items;
  }
}

/** Milliseconds until a call that failed is repeated. */
export function retryCallAfter(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
}
