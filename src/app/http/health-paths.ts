/** Public, and answered by every process, whatever its role and load. */
const HEALTH = ['/healthz', '/readyz', '/metrics'];

export function isHealthCheck(path: string): boolean {
  return HEALTH.includes(path);
}
