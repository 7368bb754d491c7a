import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk of its own, mounted in the temp directory: it can be filled, and made read-only. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** Why none can be mounted here; undefined if one can. */
  static missing(): string | undefined {
    const path = mkdtempSync(join(tmpdir(), 'tillbook-disk-'));
    const mounted = mount(path, 1);
    if (mounted) spawnSync('umount', [path]);
    rmSync(path, { recursive: true });
    return mounted ? undefined : 'no tmpfs can be mounted: that takes root on Linux';
  }

  static mount(mebibytes: number): SmallDisk {
    const path = mkdtempSync(join(tmpdir(), 'tillbook-disk-'));
    if (!mount(path, mebibytes)) throw new Error(`No tmpfs could be mounted at ${path}`);
    return new SmallDisk(path);
  }

  /** Only while no file on it is open for writing. */
  setReadOnly(): void {
    const { status } = spawnSync('mount', ['-o', 'remount,ro', this.path]);
    if (status !== 0) throw new Error(`${this.path} could not be remounted`);
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}

function mount(path: string, mebibytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]).status === 0;
}
