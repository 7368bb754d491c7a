import { Injectable } from '@nestjs/common';
import type { Activity, Reader } from '../kernel/ports/activity.ts';

export interface Counted {
  handled: number;
  failed: number;
}

/** What the readers of this process have done since it started. */
@Injectable()
export class ActivityCounts implements Activity {
  private readonly counts = new Map<Reader, Map<string, Counted>>();

  handled(reader: Reader, of: string, count: number): void {
    this.countedOf(reader, of).handled += count;
  }

  failed(reader: Reader, of: string): void {
    this.countedOf(reader, of).failed += 1;
  }

  /** By name; those that have done nothing are omitted. */
  of(reader: Reader): ReadonlyMap<string, Readonly<Counted>> {
    return this.counts.get(reader) ?? new Map();
  }

  private countedOf(reader: Reader, of: string): Counted {
    let named = this.counts.get(reader);
    if (!named) this.counts.set(reader, (named = new Map()));
    let counted = named.get(of);
    if (!counted) named.set(of, (counted = { handled: 0, failed: 0 }));
    return counted;
  }
}
