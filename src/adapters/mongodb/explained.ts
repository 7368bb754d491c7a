/** Where plans lie that were not taken, or that say the same in another language. */
const ASIDE = ['rejectedPlans', 'slotBasedPlan', 'parsedQuery', 'command'];

/**
 * The stages of an explained query, outermost first, each with its index. Plans nest in `inputStage`, `inputStages`, `queryPlan` (the slot-based
 * engine) or `shards` (mongos): whatever has a stage counts. Empty where a server explains in another form.
 */
export function stagesOf(explained: unknown): string[] {
  if (Array.isArray(explained)) return explained.flatMap(stagesOf);
  if (typeof explained !== 'object' || explained === null) return [];
  const { stage, indexName, ...parts } = explained as Record<string, unknown>;
  const inner = Object.entries(parts).flatMap(([name, part]) => (ASIDE.includes(name) ? [] : stagesOf(part)));
  if (typeof stage !== 'string') return inner;
  return [typeof indexName === 'string' ? `${stage} ${indexName}` : stage, ...inner];
}
