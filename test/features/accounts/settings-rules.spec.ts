import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig, VARIABLES } from '../../../src/config.ts';

describe('invalid values', () => {
  const WRONG: Readonly<Record<string, readonly string[]>> = {
    'a switch': ['maybe', '2'],
    seconds: ['-1', '1.5', '1h', '34560001'],
    number: ['0', 'many', '1000000'],
    bytes: ['0', '1.5', '10 GiB', '9007199254740992'],
    'a way': ['perhaps'],
    names: ['a b', 'a,,b/c'],
    'an expression': ['('],
    'a role': ['a b'],
    roles: ['{', '[]', '{"a":1}', '{"a":{"b":"c"}}', '{"owner":{}}'],
  };
  const OF: Readonly<Record<string, readonly string[]>> = {
    'a switch': [
      'AUTH_RATE_LIMIT',
      'AUTH_REQUIRE_EMAIL_VERIFICATION',
      'AUTH_AUTO_SIGN_IN_AFTER_VERIFICATION',
      'AUTH_REVOKE_SESSIONS_ON_RESET',
      'AUTH_CHANGE_EMAIL',
      'AUTH_ALLOW_DIFFERENT_EMAILS',
      'AUTH_ALLOW_UNLINK_LAST',
      'ORG_DELETION',
      'ORG_TEAMS',
      'ORG_ALLOW_REMOVING_ALL_TEAMS',
      'ORG_DEFAULT_TEAM',
    ],
    seconds: [
      'AUTH_VERIFICATION_TTL',
      'AUTH_RESET_TTL',
      'AUTH_DELETE_TTL',
      'AUTH_SESSION_TTL',
      'AUTH_SESSION_UPDATE_AGE',
      'AUTH_FRESH_AGE',
      'AUTH_COOKIE_CACHE',
      'ORG_INVITATION_TTL',
    ],
    number: [
      'AUTH_PASSWORD_MIN',
      'AUTH_PASSWORD_MAX',
      'ORG_LIMIT',
      'ORG_MEMBERSHIP_LIMIT',
      'ORG_INVITATION_LIMIT',
      'ORG_MAX_TEAMS',
      'ORG_MAX_TEAM_MEMBERS',
    ],
    bytes: ['ORG_FILE_BYTES'],
    'a way': ['AUTH_DELETE_USER'],
    names: ['AUTH_TRUSTED_PROVIDERS'],
    'an expression': ['ORG_CREATION_EMAILS'],
    'a role': ['ORG_CREATOR_ROLE'],
    roles: ['ORG_ROLES'],
  };

  function problems(environment: Record<string, string>): readonly string[] {
    try {
      readConfig(environment);
      return [];
    } catch (error) {
      return (error as ConfigError).problems;
    }
  }
  const named = (environment: Record<string, string>) => problems(environment).map((line) => line.split(' ')[0]);

  it.each(Object.entries(OF))('of %s are rejected at start, by name: %j', (kind, names) => {
    for (const name of names)
      for (const value of WRONG[kind]!) expect([name, value, named({ [name]: value })]).toEqual([name, value, [name]]);
  });

  it('are reported for every setting', () => {
    const all = Object.keys(VARIABLES).filter((name) => /^(AUTH|ORG)_/.test(name));
    expect(Object.values(OF).flat().sort()).toEqual(all.sort());
  });

  it.each(['GOOGLE', 'GITHUB', 'DISCORD'])('include an id of %s without its secret, and the reverse', (name) => {
    expect(problems({ [`${name}_CLIENT_ID`]: 'x' }).join()).toContain(`${name}_CLIENT_SECRET`);
    expect(problems({ [`${name}_CLIENT_SECRET`]: 'x' }).join()).toContain(`${name}_CLIENT_ID`);
    expect(problems({ [`${name}_CLIENT_ID`]: 'x', [`${name}_CLIENT_SECRET`]: 'y' })).toEqual([]);
  });

  it('include password lengths in the wrong order', () => {
    expect(problems({ AUTH_PASSWORD_MIN: '20', AUTH_PASSWORD_MAX: '10' })).not.toEqual([]);
  });
});
