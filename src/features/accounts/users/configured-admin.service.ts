import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { CLOCK, CONFIG, LOG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext, type Context } from '../../../kernel/writing/command.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { ChangeUserRole, RegisterUser, SetPassword, VerifyEmail } from './user.commands.ts';
import { UserAlreadyExists } from './user.errors.ts';
import { UserReader } from './users.queries.ts';

/** Creates the administrator of ADMIN_EMAIL and ADMIN_PASSWORD before the port opens; a password that they change later stays. */
@Injectable()
export class ConfiguredAdmin implements OnApplicationBootstrap {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { admin } = this.config;
    if (!admin) return;
    const known = await this.users.byEmail(admin.email);
    if (known?.user.role === 'admin') return;
    if (known) return this.promote(known.user.id, admin.password);
    const person = { ...admin, name: 'Administrator', image: null, role: 'admin', emailVerified: true };
    try {
      await this.commands.execute(new RegisterUser(person, this.context()));
      this.log.info('Created the administrator of ADMIN_EMAIL');
    } catch (error) {
      // Another process that started at the same time was first.
      if (!(error instanceof UserAlreadyExists)) throw error;
    }
  }

  /**
   * Whoever registered with the address before, perhaps without owning it, must not become the administrator: the password is replaced, and
   * unless they had proven the address, everything else that opens the account is removed.
   */
  private async promote(userId: string, password: string): Promise<void> {
    const context = this.context();
    await this.commands.execute(new SetPassword({ userId, password, provesEmail: true }, context));
    await this.commands.execute(new ChangeUserRole({ userId, role: 'admin' }, context));
    await this.commands.execute(new VerifyEmail({ userId }, context));
  }

  private context(): Context {
    return startContext({ kind: 'system', id: 'start' }, this.clock);
  }
}
