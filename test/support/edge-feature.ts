import { Body, Get, Injectable, Param, Post, Query, Req, Res, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NestedEach } from '../../src/app/http/dto.ts';
import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';
import { handlersOf } from '../../src/app/commands.ts';
import type { Feature } from '../../src/app/feature.ts';
import {
  AuthController,
  BillingController,
  Public,
  SandboxController,
  Scopes,
  ShowsSecret,
} from '../../src/app/http/api.ts';
import { onBehalfOf, outside } from '../../src/app/outside.ts';
import { pageQuery } from '../../src/app/reading/documents.ts';
import { Bulk } from '../../src/app/http/lists/bulk.ts';
import { TakesForeignForms } from '../../src/app/http/callers/auth.guard.ts';
import { Authenticators, organizationOf, type Caller } from '../../src/app/http/callers/caller.ts';
import { bearerOf, cookieOf } from '../../src/app/http/callers/credentials.ts';
import { EventStreams } from '../../src/app/http/sharing/event-streams.ts';
import { anyId, flag, search } from '../../src/app/http/lists/filters.ts';
import { List, type ListRequest } from '../../src/app/http/lists/list.ts';
import { CallerOf, Ctx, SignedIn } from '../../src/app/http/request-state.ts';
import { scopesOfRoles } from '../../src/app/http/callers/scopes.ts';
import { Id } from '../../src/app/http/validation.ts';
import { command, type Context, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import type { Find } from '../../src/kernel/ports/document-store.ts';
import { ConcurrencyConflict, DomainError, NotFound } from '../../src/kernel/errors.ts';
import { event, type EventsOf } from '../../src/kernel/writing/events.ts';
import { deriveUuid } from '../../src/kernel/ids.ts';
import type { Projection } from '../../src/kernel/reading/projection.ts';

/** A feature of notes that exercises every path of the HTTP edge. */
export const ORG_A = '01930000-0000-7000-8000-00000000000a';
export const ORG_B = '01930000-0000-7000-8000-00000000000b';

const noteEvents = { NoteWritten: event<{ noteId: string; text: string }>() };
type NoteEvent = EventsOf<typeof noteEvents>;

class WriteNote extends command('WriteNote')<{ noteId: string; text: string }> {}

const noteDecider: Decider<IntentOf<WriteNote>, { written: boolean }, NoteEvent> = {
  category: 'note',
  initial: { written: false },
  decide({ data }, { written }) {
    if (written) throw new DomainError('NoteWritten', 'It is written', 403);
    return [{ type: 'NoteWritten', data }];
  },
  evolve: () => ({ written: true }),
};

/** The text of a request that is for `ORG_B`, whoever sends it. */
export const OTHERS = 'for others';

export const slow = { projecting: false };

/** Holds requests to `notes/gated` and `notes/bulk` until they are refused or passed, one by one. */
class Gate {
  private readonly waiting: ((refused: boolean) => void)[] = [];
  private onArrival = (): void => undefined;
  private arrived = 0;

  async answer(): Promise<void> {
    this.arrived += 1;
    const refused = new Promise<boolean>((resolve) => this.waiting.push(resolve));
    this.onArrival();
    if (await refused) throw new DomainError('Refused', 'It is refused', 403);
  }

  get count(): number {
    return this.arrived;
  }

  reached(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.onArrival = () => this.arrived >= count && resolve();
      this.onArrival();
    });
  }

  refuse(): void {
    this.waiting.shift()!(true);
  }

  pass(): void {
    this.waiting.shift()!(false);
  }
}

let gate = new Gate();

export function holdNext(): Gate {
  return (gate = new Gate());
}

const notes: Projection<{ id: string; text: string }, NoteEvent> = {
  name: 'notes',
  version: 1,
  indexes: [],
  handles: ['NoteWritten'],
  targets: ({ data }) => [data.noteId],
  evolve(_, { data }) {
    if (slow.projecting) throw new Error('this projection was told to fail');
    return { id: data.noteId, text: data.text };
  },
};

const CALLERS: Record<string, Caller> = {
  token: { kind: 'token', id: 't1', organizationIds: [ORG_A], scopes: new Set(['products:read', 'products:write']) },
  reader: { kind: 'token', id: 't2', organizationIds: [ORG_A], scopes: new Set(['products:read']) },
  ann: user('ann', { [ORG_A]: 'owner', [ORG_B]: 'member' }),
  bob: user('bob', { [ORG_A]: 'member' }),
};

function user(id: string, roles: Record<string, string>): Caller {
  const session = { id: `s-${id}`, activeOrganizationId: null };
  return { kind: 'user', id, organizationIds: Object.keys(roles), roles, scopes: scopesOfRoles(roles), session };
}

class Line {
  @IsInt()
  count: number;
}

class NoteBody {
  @IsOptional()
  @IsString()
  organization_id?: string;

  @IsString()
  @MinLength(2)
  text: string;

  @IsOptional()
  @NestedEach(() => Line)
  lines?: Line[];
}

class Search {
  @IsString()
  text: string;
}

class Mail {
  @IsString()
  email: string;
}

@BillingController('notes')
class NotesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: EventStreams,
  ) {}

  @Post('/')
  @Scopes('products:write')
  async write(@Body() body: NoteBody, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<object> {
    const organization = organizationOf(caller, body.organization_id);
    const noteId = deriveUuid(context.requestId, 'note');
    await this.commands.execute(new WriteNote({ noteId, text: body.text }, context));
    return { id: noteId, organization, actor: context.actor, fields: Object.keys(body) };
  }

  @Post('regretted')
  @Scopes('products:write')
  async regret(@Body() { text }: NoteBody, @Ctx() context: Context): Promise<never> {
    const noteId = deriveUuid(context.requestId, 'note');
    await this.commands.execute(new WriteNote({ noteId, text }, context));
    throw new DomainError('Regretted', noteId, 403);
  }

  @Get('/')
  @Scopes('products:read')
  list(
    @List({
      sorting: { created_at: 'created_at', name: 'name_lower' },
      defaultSorting: ['-created_at'],
      filters: { id: anyId('id'), query: search('name_lower'), is_archived: flag('is_archived') },
      metadata: true,
    })
    list: ListRequest,
    @CallerOf() caller: Caller,
  ): Find {
    return pageQuery(notes, list, caller);
  }

  @Post('gated')
  @Scopes('products:write')
  async gated(@Body() _: NoteBody): Promise<object> {
    await gate.answer();
    return {};
  }

  @Post('outside')
  @Scopes('products:write')
  async outside(@Body() { text }: NoteBody): Promise<object> {
    const call = () => outside(() => gate.answer());
    await (text === OTHERS ? onBehalfOf(ORG_B, call) : call());
    return {};
  }

  @Post('bulk')
  @Bulk()
  @Scopes('products:write')
  async bulk(): Promise<object> {
    await gate.answer();
    return {};
  }

  @Post('broken')
  @Scopes('products:write')
  broken(@Body() _: NoteBody): never {
    throw new Error('it broke on the way');
  }

  @Post('secret')
  @Scopes('products:write')
  @ShowsSecret()
  secret(@Ctx() context: Context): object {
    return { secret: context.requestId };
  }

  @Get('public')
  @Public()
  open(@CallerOf() caller: Caller): object {
    return { kind: caller.kind };
  }

  @Get('fails/:how')
  @Public()
  fails(@Query('with') _: string): never {
    throw new Error('ann@example.com has a secret');
  }

  @Get('conflict')
  @Public()
  conflict(): never {
    throw new ConcurrencyConflict('note-1');
  }

  @Get('shouted')
  @Public()
  shouted(): never {
    throw new DomainError('SLUG_IS_TAKEN', 'slug is taken', 400);
  }

  @Get('stream/:holder')
  @Public()
  follow(@Param('holder') holder: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const owner = { kind: 'changes', holder, organizationId: ORG_A } as const;
    this.streams.open(request, reply, owner, (stream) => () => stream.end());
  }

  @Get('forgotten')
  forgotten(): object {
    return {};
  }

  @Get(':id')
  @Scopes('products:read')
  get(@Id() id: string): never {
    throw new NotFound(`Nothing has ${id}`);
  }
}

@AuthController('probe')
class ProbeController {
  @Post('mail')
  mail(@Body() body: Mail, @SignedIn() caller: Caller): object {
    return { email: body.email, id: caller.id };
  }

  @Post('open')
  open(@Body() body: Mail): object {
    return body;
  }

  @Post('callback')
  @TakesForeignForms()
  callback(@Body() body: Mail): object {
    return body;
  }

  @Get('search')
  search(@Query() query: Search): object {
    return query;
  }

  @Get('taken')
  taken(): never {
    throw new DomainError('Taken', "You can't unlink your last account", 400);
  }

  @Get('fails')
  fails(): never {
    throw new TypeError('ann@example.com');
  }
}

@AuthController()
class SignInController {
  @Post('sign-in/probe')
  probe(): object {
    return { ok: true };
  }
}

@SandboxController()
class PretendController {
  @Get('probe')
  probe(): object {
    return { ok: true };
  }

  @Post('probe')
  move(): object {
    return { ok: true };
  }
}

@Injectable()
class FakeCredentials implements OnModuleInit {
  constructor(private readonly authenticators: Authenticators) {}

  onModuleInit(): void {
    const known = (name: string | undefined) => Promise.resolve(name === undefined ? undefined : CALLERS[name]);
    this.authenticators.register({ via: 'bearer', authenticate: (request) => known(bearerOf(request)) });
    this.authenticators.register({ via: 'cookie', authenticate: (request) => known(cookieOf(request, 'who')) });
  }
}

export const edgeFeature: Feature = {
  controllers: [NotesController, ProbeController, SignInController, PretendController],
  providers: [
    FakeCredentials,
    ...handlersOf(noteDecider, ({ noteId }: { noteId: string }) => `note-${noteId}`, WriteNote),
  ],
  events: noteEvents,
  projections: [notes],
};
