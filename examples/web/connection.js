// JSON-RPC 2.0 over one WebSocket: calls, notifications, and coming back by itself.
//
// Every call that changes something carries a key, and the host answers the same key with the same answer. So a call
// that was not answered when the connection broke is simply made again.

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const RATE_LIMITED = 1008;
const OTHER_NODE = 1012;
const OUTCOME_UNKNOWN = 1015;

/** What the host said instead of a result. `code` and `data` are as in docs/protocol.md. */
export class RpcError extends Error {
  constructor({ code, message, data = {} }) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Emits "open" (the host has said hello), "lost", and each notification by its method's name with the params as `detail`. */
export class Connection extends EventTarget {
  #address;
  #next = null; // where to connect the next time, if that is at another node
  #hello;
  #socket;
  #last = 0;
  #attempts = 0;
  #retry;
  #unanswered = new Map();
  #WebSocket;
  #isClosed = false;

  /** `hello`: the params of host.hello. `WebSocket`: where there is none by itself, in Node before 22. */
  constructor(address, hello, { WebSocket = globalThis.WebSocket } = {}) {
    super();
    this.#WebSocket = WebSocket;
    this.#address = address;
    this.#hello = hello;
    this.isOpen = false;
    this.welcome = new Promise((resolve) =>
      this.addEventListener('open', ({ detail }) => resolve(detail), { once: true }),
    );
    this.#connect();
    globalThis.addEventListener?.('online', () => this.#hurry());
  }

  /** The result of a method, whenever there is a connection to ask on. */
  call(method, params = {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const request = { jsonrpc: '2.0', id, method, params };
      this.#unanswered.set(id, { request, resolve, reject });
      if (this.isOpen) this.#send(request);
    });
  }

  /** Comes back no more. What was not answered never will be. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket.close();
  }

  #connect() {
    const socket = new this.#WebSocket(this.#next ?? this.#address);
    this.#next = null;
    this.#socket = socket;
    socket.addEventListener('error', () => {}); // it is closed next
    socket.addEventListener('open', () => this.#begin());
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(data)));
    socket.addEventListener('close', () => this.#lost());
  }

  /** The host answers in order: what waits is asked without waiting for its hello. */
  #begin() {
    this.isOpen = true;
    this.#send({ jsonrpc: '2.0', id: 'hello', method: 'host.hello', params: this.#hello });
    for (const { request } of this.#unanswered.values()) this.#send(request);
  }

  #send(request) {
    if (this.#socket.readyState === this.#WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #receive(message) {
    if (message.method) this.#emit(message.method, message.params);
    else if (message.id === 'hello') this.#greet(message);
    else this.#answer(message);
  }

  #greet({ result, error }) {
    if (error) console.error(`host.hello: ${error.message}`);
    this.#attempts = 0;
    this.#emit('open', result ?? {});
  }

  #answer({ id, result, error }) {
    const call = this.#unanswered.get(id);
    if (!call) return;
    if (error?.code === OTHER_NODE) {
      this.#move(error.data.address);
      return;
    }
    if (error && isPassing(error)) {
      setTimeout(() => this.isOpen && this.#send(call.request), error.data?.retry_after ?? FIRST_WAIT);
      return;
    }
    this.#unanswered.delete(id);
    if (error) call.reject(new RpcError(error));
    else call.resolve(result);
  }

  /** All that is not answered yet is asked there. When that connection is lost it comes back to where it began. */
  #move(address) {
    this.#next = address;
    this.#socket.close();
  }

  #lost() {
    this.isOpen = false;
    if (this.#isClosed) return;
    const wait = Math.min(FIRST_WAIT * 2 ** this.#attempts++, LONGEST_WAIT);
    this.#emit('lost');
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** The network is back: no reason to wait any longer. */
  #hurry() {
    if (this.isOpen || this.#isClosed || this.#socket.readyState !== this.#WebSocket.CLOSED) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  #emit(name, detail) {
    this.dispatchEvent(Object.assign(new Event(name), { detail })); // Node 18 has no CustomEvent
  }
}

/** Whether to repeat the request soon with the same key. A quota of matches is full for up to an hour. */
const isPassing = ({ code, data }) =>
  code === OUTCOME_UNKNOWN || (code === RATE_LIMITED && data.retry_after <= LONGEST_WAIT);

/** An idempotency key: nobody else can guess it. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
