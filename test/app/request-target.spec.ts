import { describe, expect, it } from '@jest/globals';
import { canonicalTarget } from '../../src/app/http/request-target.ts';

describe('a request target', () => {
  it.each([
    ['stays as it is', '/v1/orders/?query=a%2Fb&sorting=-x', '/v1/orders/?query=a%2Fb&sorting=-x'],
    ['loses its fragment, which no client should send', '/v1/orders#?a', '/v1/orders'],
    ['loses the host that clients of a proxy send', 'http://shop.example/v1/orders?a=1', '/v1/orders?a=1'],
    ['has one spelling of a letter', '/api/auth/sign%2Din/%65mail', '/api/auth/sign-in/email'],
    ['keeps an escaped slash', '/checkout/a%2Fb', '/checkout/a%2Fb'],
    ['keeps an escaped percent sign', '/checkout/%2541', '/checkout/%2541'],
    ['keeps a letter of another script', '/checkout/%C3%A9', '/checkout/%C3%A9'],
    ['may hold a percent sign that escapes nothing', '/v1/orders/%zz', '/v1/orders/%25zz'],
    ['may hold bytes that are no text', '/v1/orders/%FF?a=%FF', '/v1/orders/%25FF?a=%FF'],
    ['begins with a slash', '*', '/*'],
  ])('%s', (_, sent, canonical) => {
    expect(canonicalTarget(sent)).toBe(canonical);
    expect(canonicalTarget(canonical)).toBe(canonical);
  });
});
