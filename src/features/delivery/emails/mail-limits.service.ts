import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import { VaultCells } from '../../../app/vault-cells.ts';
import type { Config } from '../../../config.ts';
import { addSeconds, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import { LIMITS } from '../../../limits.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { normalEmail } from '../../../kernel/folding.ts';

const { mailsOfOrganization: OF_ORGANIZATION, mailsOfAll: OF_ALL } = LIMITS.account;
/** An hour of machine time. */
const SECONDS = 3_600;

interface Counted {
  /** When the first of them was sent. */
  since: Instant;
  count: number;
}

/**
 * Limits the mails to one address, whatever causes them, because a seller, or a stranger in their checkout, can enter anybody's. Counts are in the Vault,
 * by keyed digests, so that they hold for all processes and after a restart; they are forgotten after an hour.
 */
@Injectable()
export class MailLimits {
  constructor(
    private readonly cells: VaultCells,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts a mail. @param organizationId null for mails about accounts · @returns whether it may be sent */
  async admit(to: string, organizationId: string | null): Promise<boolean> {
    if (!this.config.auth.rateLimit) return true;
    const inbox = this.keys.digest('mail-limit', inboxOf(to));
    const isOwn = organizationId === null || (await this.count(`${organizationId}/${inbox}`, OF_ORGANIZATION.most));
    return isOwn && (await this.count(`all/${inbox}`, OF_ALL.most));
  }

  private async count(about: string, max: number): Promise<boolean> {
    const now = this.clock.machineNow();
    let isAdmitted = false;
    const next = (stored: Counted | undefined): Counted => {
      const counted = stored && addSeconds(stored.since, SECONDS) > now ? stored : { since: now, count: 0 };
      isAdmitted = counted.count < max;
      return isAdmitted ? { ...counted, count: counted.count + 1 } : counted;
    };
    await this.cells.change(`mail-count/${about}`, next, addSeconds(now, SECONDS));
    return isAdmitted;
  }
}

/** Where mails to an address arrive: what follows a `+` is the recipient's own label at most providers. */
function inboxOf(address: string): string {
  const [mailbox = '', ...domain] = normalEmail(address).split('@');
  return [mailbox.split('+', 1)[0], ...domain].join('@');
}
