import type { Entry, HostHelloParams, HostHelloResult, MatchState, Methods, Notifications, Step, StepTaken, Viewer } from './protocol.js';
export * from './protocol.js';

/** What the host said instead of a result. `code` and `data` are as in docs/protocol.md. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: Record<string, unknown>;
}

/** An idempotency key: nobody else can guess it. */
export function newKey(): string;

/** A value after a JSON merge patch (RFC 7396). */
export function merge(value: unknown, patch: unknown): unknown;

type Listener<T> = (event: Event & { readonly detail: T }) => void;
interface Options {
  signal?: AbortSignal;
  once?: boolean;
}
/** Where a WebSocket comes from, if there is none by itself: `ws` in Node before 22. */
type SocketClass = new (address: string | URL) => unknown;

/** JSON-RPC over one WebSocket. Comes back by itself, and asks again what was not answered. */
export class Connection {
  constructor(address: string | URL, hello: HostHelloParams, options?: { WebSocket?: SocketClass });
  readonly isOpen: boolean;
  readonly welcome: Promise<HostHelloResult>;
  /** The result of a method, whenever there is a connection to ask on. */
  call<M extends keyof Methods>(
    method: M,
    ...params: Record<string, never> extends Methods[M]['params'] ? [Methods[M]['params']?] : [Methods[M]['params']]
  ): Promise<Methods[M]['result']>;
  /** Comes back no more. */
  close(): void;
  addEventListener<N extends keyof Notifications>(name: N, listener: Listener<Notifications[N]>, options?: Options): void;
  addEventListener(name: 'open', listener: Listener<HostHelloResult>, options?: Options): void;
  addEventListener(name: 'lost', listener: Listener<null>, options?: Options): void;
  removeEventListener(name: string, listener: (event: never) => void): void;
}

/** A thing that has happened, in sentences. `gains`, where it was heard: what seats have won or lost by it. */
export type StoryEntry = Pick<Entry, 'seq' | 'kind' | 'text' | 'at'> & { seat?: number; undone?: number; isUndone?: boolean; gains?: { seat: number; points: number }[] };

/** One viewer of one match, kept up to date, over lost connections as well. */
export class Follower {
  constructor(host: Connection, match: string, token?: string);
  readonly match: string;
  readonly token?: string;
  readonly state: MatchState;
  readonly viewer: Viewer;
  readonly isWaitedFor: boolean;
  readonly story: StoryEntry[];
  readonly presence?: Notifications['match.presence'];
  start(): Promise<this>;
  stop(): void;
  /** Asks for all anew: in what words it is said may be another matter by now (games.changed). */
  again(): Promise<void>;
  /** Calls a method as this viewer. */
  ask<M extends keyof Methods>(method: M, params?: Omit<Methods[M]['params'], 'match' | 'token'>): Promise<Methods[M]['result']>;
  /** All is known anew: at first, and after a connection was lost. */
  addEventListener(name: 'state', listener: Listener<null>, options?: Options): void;
  addEventListener(name: 'entry', listener: Listener<{ entry: Entry; state: MatchState }>, options?: Options): void;
  addEventListener(name: 'presence', listener: Listener<null>, options?: Options): void;
  removeEventListener(name: string, listener: (event: never) => void): void;
}

/** A move, made step by step. */
export class Turn {
  constructor(follower: Follower);
  readonly steps: StepTaken[];
  readonly choices: Step[];
  /** What is to be chosen, in words; undefined where the game says nothing of it. */
  readonly prompt?: string;
  readonly isWhole: boolean;
  take(step: StepTaken): Promise<void>;
  back(): Promise<void>;
  /** False: the match has moved on meanwhile, and the follower will say how. */
  play(): Promise<boolean>;
}

/** A connection that has said hello. */
export function connect(
  address: string | URL,
  options?: { locale?: string; client?: string; WebSocket?: SocketClass },
): Promise<Connection>;
/** Follows a match as a watcher, or from the seat of a token. */
export function follow(host: Connection, match: string, token?: string): Promise<Follower>;
/** Takes the seat of an invitation, and follows the match from there. */
export function sit(host: Connection, match: string, invitation: string, name: string): Promise<Follower>;
