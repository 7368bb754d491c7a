import { Pagination } from '../../../../app/http/pagination.dto.ts';
import { MemberWithUser } from './members.dto.ts';

export class TeamOfMember {
  teamId: string;
  since: string;
}

/** A member with every team he is in. */
export class Person extends MemberWithUser {
  /** The earliest first. */
  teams: TeamOfMember[];
}

export class PersonList {
  items: Person[];
  pagination: Pagination;
}
