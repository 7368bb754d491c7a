import { SimulatedUsers } from '../features/accounts/users.simulation.ts';
import { SimulatedLog } from '../features/log.simulation.ts';
import type { Cast } from './cast.ts';
import type { World } from './world.ts';

/** Who takes part: a new feature is its own file and a line here. */
export function castOf(world: World): Cast[] {
  const users = new SimulatedUsers(world);
  return [users, new SimulatedLog(world)];
}
