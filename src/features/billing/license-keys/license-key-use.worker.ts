import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { LICENSE_KEY_USE_WORK, LicenseKeyUses } from './license-key-uses.service.ts';
import { RecordLicenseKeyUse } from './license-key.commands.ts';
import { licenseKeyProjection } from './license-key.projection.ts';

const PAGE = 500;

/** Records each hour of a key's uses once it is over. */
@Injectable()
export class LicenseKeyUseWorker implements Work, OnApplicationBootstrap {
  readonly kind = LICENSE_KEY_USE_WORK;
  readonly atOnce = 4;
  private looked = false;

  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly uses: LicenseKeyUses,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Looks once, for hours that were open when the program ended; later uses schedule their own wake-up. */
  async due(): Promise<string[]> {
    if (this.looked) return [];
    this.looked = true;
    const open: string[] = [];
    const page: string[] = [];
    for await (const { document } of this.documents.each(licenseKeyProjection)) {
      page.push(document.id);
      if (page.length === PAGE) open.push(...(await this.openOf(page.splice(0))));
    }
    return [...open, ...(await this.openOf(page))];
  }

  async handle(licenseKeyId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'license-keys' }, this.clock);
    await this.commands.execute(new RecordLicenseKeyUse({ licenseKeyId }, context));
  }

  private async openOf(ids: string[]): Promise<string[]> {
    const uses = await this.uses.of(ids);
    return ids.filter((id) => uses.get(id)?.open || uses.get(id)?.closed.length);
  }
}
