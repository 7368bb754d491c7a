import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { OperatorActions, operatorContext, type OperatorAction } from '../../../app/operator/actions.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { ChangeUserRole, EraseUser, RegisterUser, SetPassword } from './user.commands.ts';
import { UserReader } from './users.queries.ts';

/** Operator commands about users: `users create`, `users set-password`, `users grant-admin`, `erase`. */
@Injectable()
export class UserOperations {
  constructor(
    actions: OperatorActions,
    private readonly commands: Commands,
    private readonly users: UserReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const action = (name: string, run: OperatorAction['run']): OperatorAction => ({ name, needs: 'nothing', run });
    actions.register(
      action('users create', (request, say) => this.create(request, say)),
      action('users set-password', (request, say) => this.setPassword(request, say)),
      action('users grant-admin', (request, say) => this.grantAdmin(request, say)),
      // The read models have to run, so that nothing about the user is left in them when it is done.
      { name: 'erase', needs: 'runtime', run: (request, say) => this.erase(request, say) },
    );
  }

  private async create(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const { email, name, password, admin } = request.args as Record<string, string>;
    const person = { email: email!, name: name!, image: null, password: password! };
    // Operators know whom they create.
    const data = { ...person, emailVerified: true, ...(admin && { role: 'admin' }) };
    await this.commands.execute(new RegisterUser(data, operatorContext(request, this.clock)));
    say(`Created ${email}${admin ? ', an administrator' : ''}.`);
  }

  private async setPassword(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const { email, password, first } = request.args as Record<string, string>;
    const userId = await this.idOf(email!);
    const data = { userId, password: password!, onlyFirst: Boolean(first) };
    await this.commands.execute(new SetPassword(data, operatorContext(request, this.clock)));
    say(
      first
        ? `Set a password for ${email}.`
        : `Set a new password for ${email} and ended their sessions, API keys and access of apps.`,
    );
  }

  private async grantAdmin(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const { email } = request.args as Record<string, string>;
    const userId = await this.idOf(email!);
    await this.commands.execute(new ChangeUserRole({ userId, role: 'admin' }, operatorContext(request, this.clock)));
    say(`${email} is an administrator.`);
  }

  /** An id also finds a user who was deleted before. The output contains no personal data. */
  private async erase(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const user = String(request.args.user);
    const userId = user.includes('@') ? await this.idOf(user) : user;
    await this.commands.execute(new EraseUser({ userId }, operatorContext(request, this.clock)));
    say(
      `Erased user ${userId}: their personal data can no longer be read. Mails that were sent stay with their recipients.`,
    );
  }

  private async idOf(email: string): Promise<string> {
    const known = await this.users.byEmail(email);
    if (!known) throw new DomainError('NotFound', `No user has the address ${email}`, 404);
    return known.user.id;
  }
}
