/** Messages for the identity contract's errors about members; each says what to do. */
export const memberRefusals = {
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'This is the only owner, and an organization needs one. Make someone else an owner first.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER:
    'Your role does not allow this change, or one of the roles allows more than yours. Ask an owner.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'Your role does not allow removing this member. Ask an owner.',
  MEMBER_NOT_FOUND: 'They are no longer a member. Load the page again.',
};

export const invitationRefusals = {
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: { at: 'email', text: 'They are a member already.' },
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: {
    at: 'email',
    text: 'An invitation to this address is waiting already. Send that one again from the list of invitations.',
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: {
    at: 'role',
    text: 'This role allows more than yours. Choose another, or ask an owner.',
  },
  ROLE_NOT_FOUND: { at: 'role', text: 'This role is gone. Choose another one.' },
  TEAM_NOT_FOUND: { at: 'teamId', text: 'This team is gone. Choose another one.' },
  TEAM_MEMBER_LIMIT_REACHED: { at: 'teamId', text: 'This team is full. Choose another one, or none.' },
  INVITATION_LIMIT_REACHED:
    'So many invitations are waiting that no more can be sent. Cancel some, or wait until they are answered.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION:
    'Your role does not allow inviting anyone. Ask an owner or an admin.',
} as const;
