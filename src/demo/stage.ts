import type { INestApplicationContext } from '@nestjs/common';
import { Commands } from '../app/commands.ts';
import type { OffsetClock } from '../app/clock.ts';
import { UploadParts } from '../features/billing/files/upload-parts.service.ts';
import { BusinessClock } from '../features/sandbox/business-clock.ts';
import { addDays } from '../kernel/ports/clock.ts';
import { startContext, type Context } from '../kernel/writing/command.ts';
import { DEMO, playDemo, type DemoScript } from './demo.ts';
import type { DemoEnvironment } from './environment.ts';

const PROGRESS_EVERY_MS = 1_000;

/** Moves business time back before the first write, and plays the demo until business time is now again. */
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
    await playDemo(this.stage(app), this.play);
    // Playing took machine time, too.
    await app.get(BusinessClock, { strict: false }).advanceTo(this.clock.machineNow());
    await this.clock.reset();
  }

  private stage(app: INestApplicationContext): DemoEnvironment {
    const commands = app.get(Commands);
    const business = app.get(BusinessClock, { strict: false });
    const parts = app.get(UploadParts, { strict: false });
    const began = performance.now();
    let reportedAt = began;
    return {
      now: () => this.clock.now(),
      playTo: async (instant) => {
        if (instant > this.clock.now()) await business.advanceTo(instant);
      },
      context: (userId, organizationId) => this.context(userId, organizationId),
      send: (command) => commands.execute(command),
      upload: async (fileId, bytes) => {
        const part = { fileId, number: 1, size: bytes.length, sha256: null };
        return (await parts.receive(part, once(bytes), undefined)).sha256;
      },
      progress: (done, day) => {
        if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
        reportedAt = performance.now();
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

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
