import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { HourlyUseWork } from '../../../app/work/hourly-use.worker.ts';
import { Workers } from '../../../app/work/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { LICENSE_KEY_USE_WORK, LicenseKeyUses } from './license-key-uses.service.ts';
import { RecordLicenseKeyUse } from './license-key.commands.ts';
import { licenseKeyProjection } from './license-key.projection.ts';

/** Records the uses of license keys by the hour. */
@Injectable()
export class LicenseKeyUseWorker implements OnApplicationBootstrap {
  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly uses: LicenseKeyUses,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const ids = () => this.documents.eachId(licenseKeyProjection);
    this.workers.start(new HourlyUseWork(LICENSE_KEY_USE_WORK, this.uses, ids, (id) => this.record(id)));
  }

  private async record(licenseKeyId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'license-keys' }, this.clock);
    await this.commands.execute(new RecordLicenseKeyUse({ licenseKeyId }, context));
  }
}
