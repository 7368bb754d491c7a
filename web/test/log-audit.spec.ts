import { describe, expect, it } from '@jest/globals';
import { sealToKeep, verdictOf } from '@/lib/log-audit';

describe('the report of an audit of the log', () => {
  const seal = `4983:${'9f'.repeat(32)}`;
  const summary =
    '4984 events: no faults. 1 seal is valid, the last is the seal of 2026-11-29T10:00Z (4983 events, seals-2026-11@0); 1 event follows it.';
  const keep = `Keep this seal elsewhere, to detect with --seal that the end of the log was cut off: ${seal}`;

  it('is shown in sentences, with the seal apart', () => {
    const lines = [`${summary}\n${keep}`];
    expect(verdictOf(lines)).toEqual({
      isFaultless: true,
      sentences: [
        '4984 events: no faults.',
        '1 seal is valid, the last is the seal of 2026-11-29T10:00Z (4983 events, seals-2026-11@0).',
        '1 event follows it.',
      ],
    });
    expect(sealToKeep(lines)).toBe(seal);
  });

  it('names each fault before the summary', () => {
    const fault = 'The end of the log is gone, or this is an older copy: …';
    const { isFaultless, sentences } = verdictOf([
      fault,
      '  first event 7: …',
      summary.replace('no faults', '1 fault'),
    ]);
    expect(isFaultless).toBe(false);
    expect(sentences.slice(0, 3)).toEqual([fault, 'First event 7: …', '4984 events: 1 fault.']);
  });

  it('has no seal to keep where nothing is sealed', () => {
    expect(sealToKeep(['12 events, none sealed: no faults'])).toBeUndefined();
    expect(verdictOf(['12 events, none sealed: no faults']).isFaultless).toBe(true);
  });
});
