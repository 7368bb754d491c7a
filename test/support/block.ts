/** Stops the whole process for a while, as a synchronous write to a slow disk does. */
export function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
