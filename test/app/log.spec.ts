import { describe, expect, it } from '@jest/globals';
import { JsonLog, withoutMessage } from '../../src/app/log.ts';
import type { LogLevel } from '../../src/config.ts';

function logged(write: (log: JsonLog) => void, level?: LogLevel): Record<string, unknown>[] {
  const lines: string[] = [];
  write(new JsonLog({ level, write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('writes one JSON object per line, with time, level, message and fields', () => {
    expect(logged((log) => log.warn('Something happened', { count: 2 }))).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: 'warn',
        message: 'Something happened',
        count: 2,
      },
    ]);
  });

  it('leaves out lines below its level', () => {
    const lines = logged((log) => {
      log.info('quiet');
      log.error('loud');
    }, 'warn');
    expect(lines.map(({ message }) => message)).toEqual(['loud']);
  });

  it('redacts secrets and personal fields, nested ones too', () => {
    const [line] = logged((log) =>
      log.info('x', {
        email: 'ann@example.com',
        request: { headers: { authorization: 'Bearer hunter2' }, user: { password: 'hunter2', id: 'u1' } },
        organizationId: 'o1',
        failures: [{ to: 'o2', token: 'hunter2' }],
      }),
    );
    expect(JSON.stringify(line)).not.toMatch(/ann@|hunter2/);
    expect(line).toMatchObject({ email: '[redacted]', request: { user: { id: 'u1' } }, organizationId: 'o1' });
    expect(line!['failures']).toEqual([{ to: 'o2', token: '[redacted]' }]);
  });

  it('writes an error with type, message, stack and cause, without email addresses', () => {
    const error = new TypeError('550 ann@example.com is unknown', { cause: new Error('closed') });
    const [line] = logged((log) => log.error('x', { error }));
    expect(line!['error']).toMatchObject({
      type: 'TypeError',
      message: '550 [redacted] is unknown',
      stack: expect.stringMatching(/^TypeError: 550 \[redacted\] is unknown\n\s+at /),
      cause: { type: 'Error', message: 'closed' },
    });
  });

  it('can leave out a message that may quote a request', () => {
    const [line] = logged((log) => log.error('x', { error: withoutMessage(new Error('hunter2\nhunter2')) }));
    expect(line!['error']).toEqual({ type: 'Error', stack: expect.stringMatching(/^ {4}at /) });
    expect(JSON.stringify(line)).not.toContain('hunter2');
  });
});
