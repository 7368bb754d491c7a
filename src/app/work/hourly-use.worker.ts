import type { HourlyUses } from './hourly-uses.ts';
import type { Work } from './workers.ts';

/** Records each hour of uses once it is over. */
export class HourlyUseWork implements Work {
  readonly atOnce = 4;
  private hasLooked = false;

  /**
   * @param ids of everything that may have been used
   * @param handle records the hours of one of them
   */
  constructor(
    readonly kind: string,
    private readonly uses: Pick<HourlyUses<never, never>, 'unrecorded'>,
    private readonly ids: () => AsyncIterable<string>,
    readonly handle: (id: string) => Promise<void>,
  ) {}

  /** Looks once, for hours that were open when the program ended; later uses schedule their own wake-up. */
  async due(): Promise<string[]> {
    if (this.hasLooked) return [];
    const found = await this.uses.unrecorded(this.ids());
    this.hasLooked = true;
    return found;
  }
}
