import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { OffsetClock } from '../app/clock.ts';
import { BusinessClock } from '../features/sandbox/business-clock.ts';
import { addDays } from '../kernel/ports/clock.ts';
import { startContext, type Context } from '../kernel/writing/command.ts';
import { DEMO, playDemo, type DemoScript, type DemoEnvironment } from './demo.ts';

const PROGRESS_EVERY_MS = 1_000;

/** Puts business time back before anything is written, and plays until it is now again. */
export class Demo {
  private constructor(
    private readonly clock: OffsetClock,
    private readonly say: (line: string) => void,
    private readonly play: DemoScript,
  ) {}

  static async open(clock: OffsetClock, say: (line: string) => void, play = DEMO): Promise<Demo> {
    await clock.moveTo(addDays(clock.machineNow(), -play.days));
    return new Demo(clock, say, play);
  }

  async fill(app: INestApplicationContext): Promise<void> {
    await playDemo(this.stage(app.get(CommandBus), app.get(BusinessClock, { strict: false })), this.play);
    // What was left of the way took machine time as well.
    await app.get(BusinessClock, { strict: false }).advanceTo(this.clock.machineNow());
    await this.clock.reset();
  }

  private stage(commands: CommandBus, business: BusinessClock): DemoEnvironment {
    const began = performance.now();
    let said = began;
    return {
      now: () => this.clock.now(),
      playTo: async (instant) => {
        if (instant > this.clock.now()) await business.advanceTo(instant);
      },
      context: (userId, organizationId) => this.context(userId, organizationId),
      send: (command) => commands.execute(command as never),
      progress: (done, day) => {
        if (performance.now() - said < PROGRESS_EVERY_MS) return;
        said = performance.now();
        this.say(`Filling the shop: ${day}, ${Math.round(done * 100)} %`);
      },
    };
  }

  private context(userId?: string, organizationId?: string): Context {
    const system: Context['actor'] = { kind: 'system', id: 'demo' };
    const actor: Context['actor'] = userId === undefined ? system : { kind: 'user', id: userId, via: 'demo' };
    return { ...startContext(actor, this.clock), organizationId };
  }
}
