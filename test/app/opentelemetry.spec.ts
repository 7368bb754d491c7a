import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenTelemetry } from '../../src/adapters/opentelemetry/opentelemetry.ts';
import { DomainError, WrongExpectedRevision } from '../../src/kernel/errors.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import type { AppendedEvent, Operation } from '../../src/kernel/ports/telemetry.ts';
import { startCollector, type Collector } from '../support/collector.ts';
import { Random } from '../support/contract-tools.ts';
import { RecordingLog } from '../support/kernel.ts';

describe('OpenTelemetry', () => {
  let collector: Collector;
  let telemetry: OpenTelemetry;
  beforeAll(async () => {
    collector = await startCollector();
  });
  afterAll(() => collector.close());

  const exported = async (share: number, ...tasks: ((telemetry: OpenTelemetry) => Promise<unknown>)[]) => {
    const before = collector.spans().length;
    telemetry = new OpenTelemetry({ endpoint: collector.url, share, role: 'all' }, new RecordingLog());
    for (const task of tasks) await task(telemetry).catch(() => undefined);
    await telemetry.close();
    return collector.spans().slice(before);
  };
  const failing = (error: Error) => (one: OpenTelemetry) => one.measure(command, () => Promise.reject(error));
  const command: Operation = { kind: 'command', name: 'command Test', labels: { 'tillbook.command': 'Test' } };
  const appended = (correlationId = newUuid()): AppendedEvent => ({
    stream: 'order-1',
    metadata: { correlationId, commandId: `${correlationId}:Test` },
  });
  const append = (event: AppendedEvent): Operation => ({
    kind: 'append',
    name: 'append order',
    place: { appends: event },
  });

  it('names an error by its code or class, never by its message', async () => {
    const spans = await exported(
      1,
      failing(new DomainError('NotPermitted', 'for ada@example.com', 403)),
      failing(new TypeError('of ada@example.com')),
    );
    expect(spans.map(({ attributes, status }) => [attributes['error.type'], status.code ?? 0])).toEqual([
      // A refusal is not a failure of the program.
      ['NotPermitted', 0],
      ['TypeError', 2],
    ]);
    expect(collector.text()).not.toContain('ada@');
  });

  it('tells an append from an earlier one of its command that came into conflict', async () => {
    const event = appended();
    const [conflict, success, after] = await exported(
      1,
      (one) => one.measure(append(event), () => Promise.reject(new WrongExpectedRevision('order-1', 1))),
      (one) => one.measure(append(event), () => Promise.resolve()),
      (one) => one.measure({ kind: 'step', name: 'step', place: { after: [event] } }, () => Promise.resolve()),
    );
    expect(conflict!.attributes['error.type']).toBe('WrongExpectedRevision');
    expect(conflict!.status.code ?? 0).toBe(0);
    expect(conflict!.spanId).not.toBe(success!.spanId);
    expect(after).toMatchObject({ traceId: success!.traceId, parentSpanId: success!.spanId });
  });

  it('links an append of another correlation to the operation that makes it, as when a request repeats an earlier one', async () => {
    const event = appended();
    const [other, request] = await exported(1, (one) =>
      one.measure({ kind: 'request', name: 'POST /', place: { correlationId: newUuid() } }, () =>
        one.measure(append(event), () => Promise.resolve()),
      ),
    );
    expect(other!.traceId).toBe(event.metadata.correlationId.replaceAll('-', ''));
    expect(other!.links).toEqual([expect.objectContaining({ traceId: request!.traceId, spanId: request!.spanId })]);
  });

  it('measures what it is told to even if the place in a trace cannot be found', async () => {
    const after = () => Promise.reject(new Error('The log is unavailable'));
    const [span] = await exported(1, (one) => one.measure({ ...command, place: { after } }, () => Promise.resolve()));
    expect(span!.name).toBe('command Test');
  });

  it('sends only a share of the traces, each of them whole, and all metrics', async () => {
    const command: Operation = { kind: 'command', name: 'command Shared', labels: { 'tillbook.command': 'Shared' } };
    // A trace's id decides whether it is sent.
    const random = new Random(1);
    const events = Array.from({ length: 200 }, () => appended(uuidOf(random)));
    const spans = await exported(
      0.3,
      ...events.flatMap((event) => [
        (one: OpenTelemetry) => one.measure(append(event), () => Promise.resolve()),
        (one: OpenTelemetry) => one.measure({ ...command, place: { after: [event] } }, () => Promise.resolve()),
      ]),
    );
    const traces = new Set(spans.map(({ traceId }) => traceId));
    expect(traces.size).toBeGreaterThan(20);
    expect(traces.size).toBeLessThan(120);
    expect(spans).toHaveLength(2 * traces.size);
    expect(collector.counts('tillbook.command.duration', 'tillbook.command')).toMatchObject({ Shared: 200 });
  });
});

function uuidOf(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.int(16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
