import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../../../app/tokens.ts';
import { VaultCells } from '../../../app/vault-cells.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Download } from './downloads.rules.ts';

/** How often a customer has downloaded a file. */
export interface DownloadCount {
  downloads: number;
  /** Business time. */
  lastDownloadedAt: Instant;
}

/** Counts downloads exactly, each file of a customer and benefit in one entry of the Vault. */
@Injectable()
export class DownloadCounts {
  constructor(
    private readonly cells: VaultCells,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async add(download: Download): Promise<void> {
    const lastDownloadedAt = this.clock.now();
    await this.cells.change<DownloadCount>(entryOf(download), (stored) => ({
      downloads: (stored?.downloads ?? 0) + 1,
      lastDownloadedAt,
    }));
  }

  /** In the given order; undefined: never. */
  async of(downloads: readonly Download[]): Promise<(DownloadCount | undefined)[]> {
    const found = await this.cells.getMany<DownloadCount>(downloads.map(entryOf));
    return downloads.map((download) => found.get(entryOf(download)));
  }
}

function entryOf({ customerId, benefitId, fileId }: Download): string {
  return `downloads/${customerId}/${benefitId}/${fileId}`;
}
