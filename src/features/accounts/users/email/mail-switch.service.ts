import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { VerificationEmailIsntEnabled } from '../user.errors.ts';

/** Whether mail is configured: SMTP, or the sandbox's outbox (docs/SANDBOX.md#outbox). */
@Injectable()
export class MailSwitch {
  readonly isOn: boolean;

  constructor(@Inject(CONFIG) { smtpUrl, sandbox }: Config) {
    this.isOn = smtpUrl !== undefined || sandbox !== 'off';
  }

  /** @throws VerificationEmailIsntEnabled */
  demand(): void {
    if (!this.isOn) throw new VerificationEmailIsntEnabled();
  }
}
