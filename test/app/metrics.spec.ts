import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

const DOCS = join(import.meta.dirname, '../../docs');
/** Of Prometheus itself, and its labels of every series. */
const BY_PROMETHEUS = new Set(['up']);
const LABELS_OF_ALL = ['instance', 'job'];
/** Of Node and the process, by prom-client. */
const COMMON = /^(nodejs_|process_(cpu_|start_time|resident_|virtual_|heap_|open_fds|max_fds))/;
const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'on', 'ignoring', 'group_left', 'group_right']);

interface Query {
  /** The alert, or the panel. */
  of: string;
  expr: string;
}

interface Selector {
  metric: string;
  labels: { name: string; operator: string; value: string }[];
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

interface Panel {
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}

const rules = (parse(text('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(text('grafana-dashboard.json')) as { panels: Panel[] };
const queries: Query[] = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

let app: TestApp;
/** By metric, the labels of each of its series. */
let exposed: Map<string, Record<string, string>[]>;

beforeAll(async () => {
  app = await startApp({ ages: true });
  await signUp(app);
  await app.runtime.settled();
  // The hour of the first events has ended, and is sealed.
  app.clock.advanceMachine(3_700);
  await until(async () => (await scrape()).has('log_seal_age_seconds'), 'the log to be sealed');
  exposed = await scrape();
});
afterAll(() => app.close());

async function scrape(): Promise<Map<string, Record<string, string>[]>> {
  const found = new Map<string, Record<string, string>[]>();
  const exposition = await (await fetch(`${app.url}/metrics`)).text();
  for (const [, name, labels = ''] of exposition.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!] as const);
    found.set(name!, [...(found.get(name!) ?? []), Object.fromEntries(pairs)]);
  }
  return found;
}

describe('the alert rules and the dashboard', () => {
  it('are many', () => {
    expect(rules.length).toBeGreaterThan(12);
    expect(queries.length).toBeGreaterThan(40);
  });

  it('name only metrics that the program exposes', () => {
    const unknown = queries.flatMap(({ of, expr }) =>
      selectorsIn(expr)
        .filter(({ metric }) => !exposed.has(metric) && !BY_PROMETHEUS.has(metric))
        .map(({ metric }) => `${of}: ${metric}`),
    );
    expect(unknown).toEqual([]);
  });

  it('select only labels that these metrics have, with values that occur', () => {
    const unknown = queries.flatMap(({ of, expr }) =>
      selectorsIn(expr)
        .filter(({ metric }) => !BY_PROMETHEUS.has(metric))
        .flatMap(({ metric, labels }) =>
          labels
            .filter((label) => !occurs(metric, label))
            .map(({ name, value }) => `${of}: ${metric} ${name}=${value}`),
        ),
    );
    expect(unknown).toEqual([]);
  });

  it('group by labels that all their metrics have', () => {
    const unknown = queries.flatMap(({ of, expr }) =>
      groupedIn(expr).flatMap(({ by, metrics }) =>
        metrics.flatMap((metric) =>
          by.filter((label) => !hasLabel(metric, label)).map((label) => `${of}: ${metric} ${label}`),
        ),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('name in legends and summaries only labels by which they group', () => {
    const named = (template: string) => [...template.matchAll(/(?:\$labels\.|\{\{)(\w+)/g)].map(([, label]) => label!);
    const all = [
      ...rules.map(({ alert, expr, annotations }) => ({ of: alert, expr, template: annotations.summary })),
      ...panels.flatMap(({ title, targets = [] }) =>
        targets.map(({ expr, legendFormat }) => ({ of: title, expr, template: legendFormat })),
      ),
    ];
    const unknown = all.flatMap(({ of, expr, template }) => {
      const kept = [...groupedIn(expr).flatMap(({ by }) => by), ...(expr.startsWith('up') ? LABELS_OF_ALL : [])];
      return named(template.replaceAll(/\$value[^}]*/g, ''))
        .filter((label) => !kept.includes(label))
        .map((label) => `${of}: ${label}`);
    });
    expect(unknown).toEqual([]);
  });

  it('lead to headings of OPERATING.md', () => {
    const headings = [...text('OPERATING.md').matchAll(/^#+ (.+)$/gm)].map(
      ([, heading]) =>
        `OPERATING.md#${heading!
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    );
    expect(rules.filter(({ annotations }) => !headings.includes(annotations.runbook))).toEqual([]);
    expect(new Set(rules.map(({ labels }) => labels.severity))).toEqual(new Set(['page', 'ticket']));
  });
});

describe('the table of what to watch', () => {
  const [table] = /^\| Metric[\s\S]+?\n\n/m.exec(text('OPERATING.md'))!;
  const rows = table
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)));

  it('names only metrics and labels that the program exposes', () => {
    const unknown = rows.flatMap(([, metrics = [], labels = []]) => [
      ...metrics.filter((metric) => seriesOf(metric).length === 0),
      ...labels.filter((label) => !metrics.some((metric) => hasLabel(metric, label))),
    ]);
    expect(rows.length).toBeGreaterThan(12);
    expect(unknown).toEqual([]);
  });

  it("names every metric of the program, except Node's", () => {
    const named = rows.flatMap(([, metrics = []]) => metrics);
    const bases = [...exposed.keys()].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect([...new Set(bases)].filter((name) => !COMMON.test(name) && !named.includes(name))).toEqual([]);
  });
});

describe('scrapes', () => {
  it('share answers and the queries behind them', async () => {
    let searches = 0;
    const { documents } = app.ports;
    const countBy = documents.countBy.bind(documents);
    documents.countBy = (...args) => {
      searches += 1;
      return countBy(...args);
    };
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 10 }, async () => (await fetch(`${app.url}/metrics`)).text()));
    clock.mockRestore();
    documents.countBy = countBy;
    expect(searches).toBeLessThanOrEqual(2);
  });
});

describe('the check of expressions', () => {
  it('finds metrics, labels and groupings', () => {
    const expr =
      'histogram_quantile(0.9, sum by (store, le) (rate(a_bucket{kind=~"x|y", b="1"}[5m] offset 1h))) > 0.2 and c';
    expect(selectorsIn(expr)).toEqual([
      {
        metric: 'a_bucket',
        labels: [
          { name: 'kind', operator: '=~', value: 'x|y' },
          { name: 'b', operator: '=', value: '1' },
        ],
      },
      { metric: 'c', labels: [] },
    ]);
    expect(groupedIn(expr)).toEqual([{ by: ['store', 'le'], metrics: ['a_bucket'] }]);
  });

  it('finds that a name or a label has changed', () => {
    expect(exposed.has('projection_group_lag_seconds')).toBe(true);
    expect(exposed.has('projection_group_lag')).toBe(false);
    expect(hasLabel('work_duration_seconds_bucket', 'le')).toBe(true);
    expect(hasLabel('work_duration_seconds_bucket', 'queue')).toBe(false);
    expect(occurs('oldest_undone_seconds', { name: 'kind', operator: '=', value: 'nothing' })).toBe(false);
  });
});

/** Every metric in an expression, with the labels that select its series. */
function selectorsIn(expr: string): Selector[] {
  const values: string[] = [];
  // Texts and groupings may contain words that are no metrics.
  const plain = expr
    .replaceAll(/"([^"]*)"/g, (_, value: string) => `"${values.push(value) - 1}"`)
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]|\boffset\s+\w+/g, '');
  return [...plain.matchAll(/([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?(?!\s*\(|[\w:])/g)]
    .filter(([, metric]) => !KEYWORDS.has(metric!))
    .filter(({ index }) => !isInside(plain, index))
    .map(([, metric, selected = '']) => ({
      metric: metric!,
      labels: [...selected.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"(\d+)"/g)].map(([, name, operator, at]) => ({
        ...{ name: name!, operator: operator!, value: values[Number(at)]! },
      })),
    }));
}

function isInside(expr: string, index: number): boolean {
  const before = expr.slice(0, index);
  return before.lastIndexOf('{') > before.lastIndexOf('}');
}

/** Groupings, each with the metrics of the aggregation that it belongs to. */
function groupedIn(expr: string): { by: string[]; metrics: string[] }[] {
  return [...expr.matchAll(/\bby\s*\(([^)]*)\)\s*\(/g)].map((found) => {
    const start = found.index + found[0].length;
    let end = start;
    for (let depth = 1; depth > 0; end++) depth += expr[end] === '(' ? 1 : expr[end] === ')' ? -1 : 0;
    const metrics = selectorsIn(expr.slice(start, end - 1)).map(({ metric }) => metric);
    return { by: found[1]!.split(',').map((label) => label.trim()), metrics };
  });
}

function occurs(metric: string, { name, operator, value }: Selector['labels'][number]): boolean {
  const values = seriesOf(metric).flatMap((labels) => labels[name] ?? []);
  // A status that has not occurred is no mistake.
  if (name === 'status') return values.length > 0;
  if (operator !== '=~') return values.includes(value);
  return value.split('|').every((one) => values.includes(one));
}

function hasLabel(metric: string, label: string): boolean {
  if (LABELS_OF_ALL.includes(label)) return true;
  const series = seriesOf(metric);
  return series.length > 0 && series.every((labels) => label in labels);
}

/** Of a histogram also by its plain name. */
function seriesOf(metric: string): Record<string, string>[] {
  return exposed.get(metric) ?? exposed.get(`${metric}_count`) ?? [];
}

function text(name: string): string {
  return readFileSync(join(DOCS, name), 'utf8');
}
