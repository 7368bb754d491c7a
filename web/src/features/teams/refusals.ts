/** Messages for the identity contract's errors about teams; each says what to do. */
export const teamRefusals = {
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS:
    'The organization has reached its maximum number of teams. Remove one first.',
  UNABLE_TO_REMOVE_LAST_TEAM: 'An organization keeps at least one team. Create another one first.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'You are in this team yourself. Leave it first, then remove it.',
  TEAM_MEMBER_LIMIT_REACHED: 'The team is full. Remove someone first.',
  TEAM_NOT_FOUND: 'The team is gone. Go back to the list.',
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 'They are no longer a member of the organization.',
};

/** The rules for a team's name. */
export const teamNames = { missing: 'Enter a name that tells what the team does.', longest: 255 };
