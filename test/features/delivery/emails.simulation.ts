import { demandNone, type Cast } from '../../simulation/cast.ts';
import type { World } from '../../simulation/world.ts';

/** Compares what the mail server has received with what was scheduled. */
export class SimulatedEmails implements Cast {
  readonly actions = [];

  constructor(private readonly world: World) {}

  readonly invariants = [() => this.checkMails()];

  async pending(): Promise<unknown[]> {
    const { received } = this.world.servers.mails;
    return (await this.scheduled()).filter((id) => !received.has(id));
  }

  private async checkMails(): Promise<void> {
    const scheduled = new Set(await this.scheduled());
    const unknown = [...this.world.servers.mails.received.keys()].filter((id) => !scheduled.has(id));
    demandNone('no mail is sent that the log does not schedule', unknown);
  }

  private async scheduled(): Promise<string[]> {
    const events = await this.world.events();
    return events.flatMap(({ type, data }) =>
      type === 'EmailScheduled' ? [(data as { emailId: string }).emailId] : [],
    );
  }
}
