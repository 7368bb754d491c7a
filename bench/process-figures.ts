import { readFileSync } from 'node:fs';
import { pause } from '../src/kernel/coordination/waiting.ts';

/** Of one core: less than this is housekeeping. */
const IDLE_SHARE = 0.3;
const LOOKED_EVERY_MS = 2_000;

/** Copied purchases are sealed once the program has started, which takes a core for a while. */
export async function untilIdle(pid: number): Promise<void> {
  for (let before = cpuOf(pid), used = 1; used > IDLE_SHARE;) {
    await pause(LOOKED_EVERY_MS);
    const now = cpuOf(pid);
    used = (now - before) / (LOOKED_EVERY_MS / 1_000);
    before = now;
  }
}

/** Seconds of processor time, in ticks of 10 ms. */
export function cpuOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** Resident memory in megabytes. */
export function rssOf(pid: number): number {
  return memoryOf(pid, 'VmRSS');
}

/** The most that it has been. */
export function peakRssOf(pid: number): number {
  return memoryOf(pid, 'VmHWM');
}

function memoryOf(pid: number, field: string): number {
  const found = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found![1]) / 1_024;
}
