/** Keys of rejected plans, and of plans that repeat another in a different notation. */
const ASIDE = ['rejectedPlans', 'slotBasedPlan', 'parsedQuery', 'command'];

/**
 * The stages of an explained query, outermost first, each with its index. Plans nest in `inputStage`, `inputStages`, `queryPlan` (the slot-based
 * engine) or `shards` (mongos): everything with a stage counts. Empty if the server explains in another format.
 */
export function stagesOf(explained: unknown): string[] {
  if (Array.isArray(explained)) return explained.flatMap(stagesOf);
  if (typeof explained !== 'object' || explained === null) return [];
  const { stage, indexName, ...parts } = explained as Record<string, unknown>;
  const inner = Object.entries(parts).flatMap(([name, part]) => (ASIDE.includes(name) ? [] : stagesOf(part)));
  if (typeof stage !== 'string') return inner;
  return [typeof indexName === 'string' ? `${stage} ${indexName}` : stage, ...inner];
}
