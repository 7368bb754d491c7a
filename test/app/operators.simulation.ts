import type { Cast } from '../simulation/cast.ts';
import type { World } from '../simulation/world.ts';

/** Those who run the program: they upgrade its processes and rebuild read models while it serves. */
export class SimulatedOperators implements Cast {
  readonly invariants = [];

  constructor(private readonly world: World) {}

  readonly actions = [
    { name: 'restart a process', weight: 0.5, run: () => this.world.restart() },
    { name: 'rebuild a read model', weight: 1, run: () => this.world.rebuild() },
  ];
}
