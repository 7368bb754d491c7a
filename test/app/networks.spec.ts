import { describe, expect, it } from '@jest/globals';
import { networkOf, plainAddress } from '../../src/app/http/networks.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::3:0:0:0:1', '2001:db8:0:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['203.0.113.7:1000', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:1000', '203.0.113.7'],
    ['[2001:db8:1:2::1]:1000', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
    ['unknown:1000', 'unknown:1000'],
    ['203.0.113.700:1000', '203.0.113.700'],
    ['', ''],
  ])('of %j is %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('an address', () => {
  it.each([
    ['203.0.113.7:1000', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[2001:0DB8::0001]:1000', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('that is reported as %j is %s', (reported, address) => expect(plainAddress(reported)).toBe(address));
});
