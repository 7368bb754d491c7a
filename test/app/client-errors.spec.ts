import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { startApp, type TestApp } from '../support/app.ts';

/** In bytes of a request line and headers together. */
const MOST_HEADERS = 16_384;
const HOST = 'Host: localhost\r\n';

/** What is no request to Node, so that no route ever sees it; `{path}` stands for the path. */
const MALFORMED: Readonly<Record<string, [status: number, request: string]>> = {
  'with headers that are too long': [431, `GET {path} HTTP/1.1\r\n${HOST}X: ${'x'.repeat(MOST_HEADERS)}\r\n\r\n`],
  'with a target that is too long': [431, `GET {path}?${'x'.repeat(MOST_HEADERS)} HTTP/1.1\r\n${HOST}\r\n`],
  'with an unknown method': [400, `BREW {path} HTTP/1.1\r\n${HOST}\r\n`],
  'of another protocol': [400, `GET {path} SPDY/3\r\n${HOST}\r\n`],
  'with a header without a name': [400, `GET {path} HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
  'with a control character in a header': [400, `GET {path} HTTP/1.1\r\n${HOST}X: \u0001\r\n\r\n`],
  'with two lengths': [400, `POST {path} HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
  'with a length that is no number': [400, `POST {path} HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`],
  'with a length and chunks': [
    400,
    `POST {path} HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  'with a chunk without a size': [400, `POST {path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
  'without a host': [400, 'GET {path} HTTP/1.1\r\nAccept: */*\r\n\r\n'],
  'that expects what nobody offers': [417, `POST {path} HTTP/1.1\r\n${HOST}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`],
};

describe('what is no request', () => {
  let app: TestApp;
  beforeAll(async () => {
    const capacity = { headersMs: 200, requestMs: 400, checkedEveryMs: 50 };
    app = await startApp({ own: true, capacity, provokes: [400] });
  });
  afterAll(() => app.close());

  /** Everything that the server sends until it closes the connection. */
  const answerTo = (request: string): Promise<{ status: number; headers: string; body: string }> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(request));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', ...body] = text.split('\r\n\r\n');
        resolve({ status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body: body.join('\r\n\r\n') });
      });
    });
  const billing = { error: expect.stringMatching(/^[A-Z][A-Za-z]+$/), detail: expect.any(String) };
  const identity = { code: expect.stringMatching(/^[A-Z0-9_]+$/), message: expect.any(String) };

  it.each(Object.entries(MALFORMED))('%s is refused in the form of its contract', async (_, [status, request]) => {
    for (const [path, form] of [
      ['/v1/products/', billing],
      ['/api/dashboard/search', billing],
      ['/api/auth/get-session', identity],
    ] as const) {
      const answer = await answerTo(request.replace('{path}', path));
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers).toMatch(/content-type: application\/json/);
      expect(answer.headers).toContain(`content-length: ${Buffer.byteLength(answer.body)}`);
      expect(answer.headers).toContain('connection: close');
      expect(JSON.parse(answer.body)).toEqual(form);
    }
  });

  it('says what is too long, and how long it may be', async () => {
    const { body } = await answerTo(MALFORMED['with headers that are too long']![1].replace('{path}', '/v1/orders/'));
    expect(JSON.parse(body)).toMatchObject({
      error: 'RequestHeaderFieldsTooLarge',
      detail: expect.stringContaining('16,384 bytes'),
    });
  });

  it.each([
    ['headers', 'GET {path} HTTP/1.1\r\nHost: localh'],
    ['a body', `POST {path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`],
  ])('is given up in the same form if %s never end', async (_, request) => {
    const { status, body } = await answerTo(request.replace('{path}', '/v1/products/'));
    expect([status, JSON.parse(body)]).toEqual([408, { ...billing, error: 'RequestTimeout' }]);
  });
});
